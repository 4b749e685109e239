// What every request passes before it is looked at, whatever it asks for: it counts against the allowance of its address,
// names one host, and when there is much to do it waits for its turn. A client over the allowance is answered so, but
// late: asking again at once gains nothing.
// A body that nothing reads is not waited for: its connection ends with the answer.

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

/** What the server knows of who is at the other end. */
interface Peers {
  requestIP(request: Request): { readonly address: string; readonly port: number } | null;
}

type Answer = Response | undefined | Promise<Response | undefined>;
/** @param whenSigned is called when the request turns out to be signed, and within its account's limits */
type Door<Server> = (request: Request, server: Server, whenSigned?: () => void) => Answer;
/** Its answers say how long they are. */
export type FileDoor<Server> = (request: Request, server: Server) => Promise<Response>;

/** How long the refusal of a request over the allowance takes. */
const REFUSED_AFTER_MS = 1_000;
/** To open a stream costs as much as so many requests. */
const STREAM_REQUESTS = 10;
/** What is long, a file or a body, costs as much as one more request for each so many of its bytes. */
const BYTES_OF_REQUEST = 16_384;
/** No endpoint reads a longer body. */
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

  /** The way to a stream, which costs more than a request. */
  toStreams(door: Door<Server>): Door<Server> {
    return (request, server) => this.#enter(door, request, server, STREAM_REQUESTS);
  }

  to(door: Door<Server>): Door<Server> {
    return (request, server) => this.#enter(door, request, server, 1);
  }

  /**
   * The way to files, which is paid by their length: there is none that an address may have as often as anything else. To
   * send a long one is work, so each waits for its turn.
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
      // No client waits for the answer of a connection that is closed.
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

  /** Clients behind one proxy are distinguished by what it says; a port is its connection's own. */
  #peerOf(request: Request, server: Peers): { readonly address: string; readonly port: number } {
    const peer = server.requestIP(request);
    if (peer === null) return { address: "", port: 0 };
    const client = this.#proxies.clientOf(plainAddress(peer.address), request.headers);
    return { address: neighbourhoodOf(client), port: peer.port };
  }

  async #refused(request: Request): Promise<Response> {
    const isOfPage = request.headers.has("origin");
    const isUnread = bodyBytesOf(request) > BODY_BYTES_MAX;
    // A body would be taken in meanwhile.
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

/** As announced; 0 for none, and for one of which only its end says how long it is. */
function bodyBytesOf({ headers }: Request): number {
  return Number(headers.get("content-length"));
}

/** In requests. A body that no endpoint reads costs the end of its connection, and no more than the longest that is read. */
function weightOf(bodyBytes: number): number {
  return 1 + Math.floor(Math.min(bodyBytes, BODY_BYTES_MAX) / BYTES_OF_REQUEST);
}

/** An answer behind which the server ends the connection: what is still on its way would be taken in to be thrown away. */
function closing(answer: Response): Response {
  answer.headers.set("Connection", "close");
  return answer;
}
