// One request and its answer while they are under way: what the server fills step by step and a handler is handed.

import type { EndpointRow } from "@evermark/interface/endpoint.ts";
import type { Caller } from "../../auth/caller.ts";
import { isOwnHost } from "../../operation/own-host.ts";
import type { Venue } from "../../venue.ts";
import { AnswerHeaders } from "../envelope/answer-headers.ts";
import type { JsonObject } from "../input/json-body.ts";
import { type Bucket, overLimit, type RateLimits, type Spent, type Subject } from "../limits/rate-limits.ts";
import { type RequestTimes, TimedVenue } from "../limits/request-times.ts";
import { type Connections, isLoopback, neighbourhoodOf, peerOf } from "../proxies/address.ts";
import { isForwarded, type TrustedProxies } from "../proxies/trusted-proxies.ts";
import type { Reply, RequestFacts } from "./binding.ts";

const nothing: JsonObject = {};

/** What a request's own words about where it comes from are held against. */
interface Origin {
  readonly connections: Connections;
  readonly proxies: TrustedProxies;
  /** Where the venue listens, as configured. */
  readonly host: string;
}

/** The request as it came in. */
export class Received implements RequestFacts {
  readonly method: string;
  readonly path: string;
  readonly receivedAt: number;
  readonly headers: Headers;
  bodyText = "";
  readonly #request: Request;
  readonly #connections: Connections;
  readonly #proxies: TrustedProxies;
  readonly #host: string;
  #ip: string | undefined;

  /** @param path and query exactly as on the request line; @param receivedAt venue time in milliseconds */
  constructor(request: Request, { connections, proxies, host }: Origin, path: string, receivedAt: number) {
    this.method = request.method;
    this.path = path;
    this.receivedAt = receivedAt;
    this.headers = request.headers;
    this.#request = request;
    this.#connections = connections;
    this.#proxies = proxies;
    this.#host = host;
  }

  /** The client's address. Looked up when somebody asks: most signed requests never need it. */
  get ip(): string {
    this.#ip ??= this.#proxies.clientOf(this.#peer, this.headers);
    return this.#ip;
  }

  /** Whether the request comes from this very machine, was not passed on, and names this machine. */
  get isFromHere(): boolean {
    return isLoopback(this.#peer) && !isForwarded(this.headers) && isOwnHost(this.header("host"), this.#host);
  }

  get #peer(): string {
    return peerOf(this.#request, this.#connections);
  }

  header(name: string): string | null {
    return this.headers.get(name);
  }

  /** Keeps the connection open however long the answer takes: moving a clock by a year is many ticks. */
  mayTakeLong(): void {
    this.#connections.timeout(this.#request, 0);
  }
}

/** The context of a handler, with the types of its row erased. */
export class Exchange implements Reply {
  readonly venue: Venue;
  readonly request: Received;
  readonly times: RequestTimes;
  /** Of the answer. */
  headers = new AnswerHeaders();
  caller: Caller | null = null;
  params: JsonObject = nothing;
  query: JsonObject = nothing;
  body: JsonObject = nothing;
  readonly #limits: RateLimits;
  /** Weight that this request has been charged. */
  #paid = 0;

  constructor(venue: Venue, limits: RateLimits, request: Received, times: RequestTimes) {
    this.venue = new TimedVenue(venue, times);
    this.times = times;
    this.#limits = limits;
    this.request = request;
  }

  get reply(): Reply {
    return this;
  }

  /** Sets a header of the answer. */
  header(name: string, value: string): void {
    this.headers.set(name, value);
  }

  /** The headers of the answer, which is about to be made. */
  timedHeaders(): AnswerHeaders {
    this.headers.timing = this.times.end();
    return this.headers;
  }

  /** @throws {ApiError} -1003 when the caller is over the endpoint's limit */
  count(bucket: Bucket): void {
    if (!this.#limits.take(bucket, this.#subject(bucket), this.headers)) throw overLimit();
  }

  /**
   * Takes a weight from the pool of the caller's address, less what the request has paid already, and fills the headers
   * that tell what is left.
   */
  spend(bucket: Bucket, weight: number): Spent {
    const spent = this.#limits.spend(bucket, this.#subject(bucket), Math.max(0, weight - this.#paid));
    if (spent.fits) this.#paid = Math.max(this.#paid, weight);
    this.headers.limit = bucket.limitText;
    this.headers.remaining = String(spent.remaining);
    this.headers.reset = String(spent.resetAt);
    this.headers.set("X-RateLimit-Weight", String(this.#paid));
    return spent;
  }

  /** As the context's: counts in the bucket of another endpoint, without its headers unless it refuses. */
  countAlso(row: EndpointRow, requests: number): void {
    const bucket = this.#limits.bucket(row);
    const headers = new AnswerHeaders();
    if (this.#limits.take(bucket, this.#subject(bucket), headers, requests)) return;
    this.headers.adopt(headers);
    throw overLimit();
  }

  /** Counts a failed authentication. @throws {ApiError} -1003 when the address has failed too often */
  countFailure(): void {
    if (!this.#limits.takeFailure(neighbourhoodOf(this.request.ip), this.headers)) throw overLimit();
  }

  #subject(bucket: Bucket): Subject {
    return bucket.per === "user" && this.caller !== null ? this.caller.account : neighbourhoodOf(this.request.ip);
  }
}
