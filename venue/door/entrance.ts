// What every request passes before it is looked at, whatever it asks for: it counts against the allowance of its address,
// names one host, and when there is much to do it waits for its turn. Whoever is over the allowance is answered so, but
// late: asking again at once gains nothing.

import { errors } from "@evermark/interface/errors.ts";
import type { Server } from "bun";
import { neighbourhoodOf, plainAddress } from "../address.ts";
import { refusal } from "../api-error.ts";
import { openToPages } from "../cross-origin.ts";
import { failureAnswer, replayedHeader, severalHostsAnswer } from "../envelope.ts";
import type { EndpointMetrics } from "../metrics.ts";
import { hasSeveralHosts } from "../own-host.ts";
import type { Connection } from "../streams/connection.ts";
import { TrustedProxies } from "../trusted-proxies.ts";
import type { Venue } from "../venue.ts";
import { Allowance } from "./allowance.ts";
import type { FairTurns } from "./fair-turns.ts";

export type Answer = Response | undefined | Promise<Response | undefined>;
export type Door = (request: Request, server: Server<Connection>) => Answer;

/** How long the refusal of a request over the allowance takes. */
const REFUSED_AFTER_MS = 1_000;
/** To open a stream costs as much as so many requests. */
const STREAM_REQUESTS = 10;

export class Entrance {
  readonly #venue: Venue;
  readonly #turns: FairTurns;
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
  toStreams(door: Door): Door {
    return (request, server) => this.#enter(door, request, server, STREAM_REQUESTS);
  }

  to(door: Door): Door {
    return (request, server) => this.#enter(door, request, server, 1);
  }

  #enter(door: Door, request: Request, server: Server<Connection>, requests: number): Answer {
    const peer = server.requestIP(request);
    const address = peer === null ? "" : this.#addressOf(peer.address, request);
    if (!this.#allowance.take(address, performance.now(), requests)) return this.#refused(request);
    if (hasSeveralHosts(request.headers.get("host"))) return severalHostsAnswer();
    if (this.#turns.hasRoom) return door(request, server);
    return new Promise((resolve, reject) => {
      this.#turns.later(address, peer?.port, () => {
        try {
          // Nobody waits for the answer of a connection that is closed.
          resolve(request.signal.aborted ? undefined : door(request, server));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Clients behind one proxy are told apart by what it says. */
  #addressOf(peer: string, { headers }: Request): string {
    return neighbourhoodOf(this.#proxies.clientOf(plainAddress(peer), headers));
  }

  async #refused(request: Request): Promise<Response> {
    const isOfPage = request.headers.has("origin");
    await Bun.sleep(REFUSED_AFTER_MS);
    const failure = refusal(
      "rate_limit_exceeded",
      `${errors.rate_limit_exceeded.text}, expected at most ${this.#allowance.perSecond} requests a second of one address`,
    );
    this.#metrics.answered(failure.status);
    const answer = failureAnswer(failure, this.#venue.clock.now());
    answer.headers.set("Retry-After", "1");
    if (isOfPage) openToPages(answer, this.#replayed);
    return answer;
  }
}
