// The checks that every request passes first, whatever it asks for: it counts against the allowance of its address, must name
// one host, and under load waits for its turn. A client over its allowance is refused, but only after a delay, so that
// asking again at once gains nothing.
// A body that is too long for any endpoint is not read: its connection is closed after the answer.

import { endpoints } from "@evermark/interface/endpoints.ts";
import { BODY_BYTES } from "@evermark/interface/rows/endpoint.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { hasSeveralHosts } from "../../operation/host/own-host.ts";
import type { EndpointMetrics } from "../../operation/reports/metrics.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { failureAnswer, replayedHeader, severalHostsAnswer } from "../envelope/envelope.ts";
import { neighbourhoodOf, plainAddress } from "../proxies/address.ts";
import { openToPages } from "../proxies/cross-origin.ts";
import { TrustedProxies } from "../proxies/trusted-proxies.ts";
import { Acquaintances } from "./acquaintances.ts";
import { Allowance } from "./allowance.ts";
import type { FairTurns } from "./fair-turns.ts";

/** The part of the server that knows a request's peer. */
interface Peers {
  requestIP(request: Request): { readonly address: string; readonly port: number } | null;
}

type Answer = Response | undefined | Promise<Response | undefined>;
/** @param whenSigned is called when the request turns out to be signed, and within its account's limits */
type Door<Server> = (request: Request, server: Server, whenSigned?: () => void) => Answer;
/** Its answers have a `Content-Length`. */
export type FileDoor<Server> = (request: Request, server: Server) => Promise<Response>;

/** The delay of the refusal of a request over the allowance. */
const REFUSED_AFTER_MS = 1_000;
/** Opening a stream costs as much as this many requests. */
const STREAM_REQUESTS = 10;
/** A long file or body costs one more request for each this many bytes. */
const BYTES_OF_REQUEST = 16_384;
/** The longest body that any endpoint reads. */
const BODY_BYTES_MAX = Math.max(...endpoints.map(({ bodyBytes = BODY_BYTES }) => bodyBytes));

export class Entrance<Server extends Peers> {
  readonly #venue: Venue;
  readonly #turns: FairTurns;
  readonly #acquaintances = new Acquaintances();
  readonly #allowance: Allowance;
  readonly #proxies: TrustedProxies;
  readonly #metrics: EndpointMetrics;
  readonly #replayed: string;

  constructor(venue: Venue, turns: FairTurns) {
    const { limits, trustedProxies, brand } = venue.configuration;
    this.#venue = venue;
    this.#turns = turns;
    this.#allowance = new Allowance(limits.requestsPerIp * limits.factor);
    this.#proxies = new TrustedProxies(trustedProxies);
    this.#metrics = venue.metrics.endpoint("over the address's allowance");
    this.#replayed = replayedHeader(brand);
  }

  /** Wraps the handler of streams; opening one costs more than a request. */
  toStreams(door: Door<Server>): Door<Server> {
    return (request, server) => this.#enter(door, request, server, STREAM_REQUESTS);
  }

  to(door: Door<Server>): Door<Server> {
    return (request, server) => this.#enter(door, request, server, 1);
  }

  /**
   * Wraps the handler of files, which cost by their length, so that no file is free to ask for again and again. Sending a long
   * file is work, so every request waits for its turn.
   */
  toFiles(door: FileDoor<Server>): Door<Server> {
    return async (request, server) => {
      const { address, port } = this.#peerOf(request, server);
      const bodyBytes = bodyBytesOf(request);
      const refused = this.#refusal(address, request, weightOf(bodyBytes));
      if (refused !== undefined) return refused;
      await this.#turn(address, port, false);
      if (this.#allowance.owes(address, performance.now())) return this.#refused(request);
      const answer = await door(request, server);
      const bytes = Number(answer.headers.get("content-length") ?? 0);
      this.#allowance.owe(address, performance.now(), Math.floor(bytes / BYTES_OF_REQUEST));
      return bodyBytes > BODY_BYTES_MAX ? closing(answer) : answer;
    };
  }

  #enter(door: Door<Server>, request: Request, server: Server, requests: number): Answer {
    const { address, port } = this.#peerOf(request, server);
    const bodyBytes = bodyBytesOf(request);
    const refused = this.#refusal(address, request, requests * weightOf(bodyBytes));
    if (refused !== undefined) return refused;
    if (bodyBytes > BODY_BYTES_MAX) return this.#answerAndClose(door, request, server);
    if (this.#turns.hasRoom) return door(request, server);
    const connection = `${address} ${port}`;
    return this.#turn(address, port, this.#acquaintances.take(connection)).then(() =>
      // An answer on a closed connection would not be read.
      request.signal.aborted ? undefined : door(request, server, () => this.#acquaintances.meet(connection)),
    );
  }

  #refusal(address: string, request: Request, requests: number): Response | Promise<Response> | undefined {
    if (!this.#allowance.take(address, performance.now(), requests)) return this.#refused(request);
    return hasSeveralHosts(request.headers.get("host")) ? severalHostsAnswer() : undefined;
  }

  #turn(address: string, connection: number, isKnown: boolean): Promise<void> {
    return new Promise((resolve) => this.#turns.later(address, connection, resolve, isKnown));
  }

  async #answerAndClose(door: Door<Server>, request: Request, server: Server): Promise<Response | undefined> {
    const answer = await door(request, server);
    return answer && closing(answer);
  }

  /** Clients behind one proxy are distinguished by the address that it forwards; the port is always the connection's own. */
  #peerOf(request: Request, server: Peers): { readonly address: string; readonly port: number } {
    const peer = server.requestIP(request);
    if (peer === null) return { address: "", port: 0 };
    const client = this.#proxies.clientOf(plainAddress(peer.address), request.headers);
    return { address: neighbourhoodOf(client), port: peer.port };
  }

  async #refused(request: Request): Promise<Response> {
    const isOfPage = request.headers.has("origin");
    const isUnread = bodyBytesOf(request) > BODY_BYTES_MAX;
    // More of an unread body would arrive and be read during the delay.
    if (!isUnread) await Bun.sleep(REFUSED_AFTER_MS);
    const failure = refusal(
      "rate_limit_exceeded",
      `${errors.rate_limit_exceeded.text}, expected at most ${this.#allowance.perSecond} requests a second of one address`,
    );
    this.#metrics.answered(failure.status);
    const answer = failureAnswer(failure, this.#venue.clock.now());
    answer.headers.set("Retry-After", "1");
    if (isOfPage) openToPages(answer, this.#replayed);
    return isUnread ? closing(answer) : answer;
  }
}

/** As announced; 0 for no body and for one without an announced length. */
function bodyBytesOf({ headers }: Request): number {
  return Number(headers.get("content-length"));
}

/** In requests. A body that no endpoint reads costs its connection, but no more requests than the longest that is read. */
function weightOf(bodyBytes: number): number {
  return 1 + Math.floor(Math.min(bodyBytes, BODY_BYTES_MAX) / BYTES_OF_REQUEST);
}

/** Has the server close the connection after the answer; otherwise the rest of the body would be read only to be discarded. */
function closing(answer: Response): Response {
  answer.headers.set("Connection", "close");
  return answer;
}
