// One HTTP request and its answer in progress. The server fills it in step by step, and the handler gets it as its context.

import type { CommandTimes } from "@evermark/core";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { isOwnHost } from "../../operation/host/own-host.ts";
import type { Venue } from "../../venue.ts";
import type { ApiError } from "../../wire/api-error.ts";
import { AnswerHeaders } from "../envelope/answer-headers.ts";
import { type Bucket, overLimit, type RateLimits, type WeightState } from "../limits/rate-limits.ts";
import type { RequestTimes } from "../limits/request-times.ts";
import { type Connections, isLoopback, neighbourhoodOf, peerOf } from "../proxies/address.ts";
import { isForwarded, type TrustedProxies } from "../proxies/trusted-proxies.ts";
import type { Reply, RequestFacts } from "./binding.ts";
import { EndpointCall } from "./endpoint-call.ts";

/** What is needed to determine where a request comes from. */
interface Origin {
  readonly connections: Connections;
  readonly proxies: TrustedProxies;
  /** The address that the venue listens on, as configured. */
  readonly host: string;
}

interface ExchangeParts {
  readonly venue: Venue;
  readonly row: EndpointRow;
  readonly limits: RateLimits;
  readonly request: Received;
  readonly times: RequestTimes;
}

/** The request as it was received. */
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

  /** The client's address. Looked up on demand, because most signed requests never need it. */
  get ip(): string {
    this.#ip ??= this.#proxies.clientOf(this.#peer, this.headers);
    return this.#ip;
  }

  /** Whether the request comes from this machine, was not forwarded, and names this machine as its host. */
  get isFromHere(): boolean {
    return isLoopback(this.#peer) && !isForwarded(this.headers) && isOwnHost(this.header("host"), this.#host);
  }

  get #peer(): string {
    return peerOf(this.#request, this.#connections);
  }

  header(name: string): string | null {
    return this.headers.get(name);
  }

  /** Keeps the connection open however long the answer takes: moving a clock by a year takes many ticks. */
  mayTakeLong(): void {
    this.#connections.timeout(this.#request, 0);
  }
}

/** A call that was received as an HTTP request, and its answer. */
export class Exchange extends EndpointCall<Received> implements Reply {
  readonly times: RequestTimes;
  /** The headers of the answer. */
  headers = new AnswerHeaders();
  /** The weight that this request has been charged so far. */
  #paid = 0;

  constructor({ times, ...parts }: ExchangeParts) {
    super(parts);
    this.times = times;
  }

  /** Sets a header of the answer. */
  header(name: string, value: string): void {
    this.headers.set(name, value);
  }

  /** Discards what was prepared for another answer. */
  startOver(): void {
    this.headers = new AnswerHeaders();
    this.isReplayed = false;
  }

  /** The headers of the answer, which must be made right after this call. */
  timedHeaders(): AnswerHeaders {
    this.headers.timing = this.times.end();
    return this.headers;
  }

  /** Also fills in the headers that show the caller's state with the limit. */
  override count(bucket: Bucket): void {
    if (!this.limits.take(bucket, this.limitOwnerOf(bucket), this.headers)) throw overLimit();
  }

  /**
   * Takes a weight from the address's bucket, less what the request has paid already, and fills in the headers that show
   * what is left.
   */
  spend(bucket: Bucket, weight: number): WeightState {
    const spent = this.limits.spend(bucket, this.limitOwnerOf(bucket), Math.max(0, weight - this.#paid));
    if (spent.fits) this.#paid = Math.max(this.#paid, weight);
    this.headers.limit = bucket.limitText;
    this.headers.remaining = String(spent.remaining);
    this.headers.reset = String(spent.resetAt);
    this.headers.set("X-RateLimit-Weight", String(this.#paid));
    return spent;
  }

  /** Leaves the answer's headers alone, unless it refuses. */
  protected override countBeside(bucket: Bucket, requests: number): void {
    const headers = new AnswerHeaders();
    if (this.limits.take(bucket, this.limitOwnerOf(bucket), headers, requests)) return;
    this.headers.adopt(headers);
    throw overLimit();
  }

  protected override refusedFor(retryAfterMs: number): ApiError {
    this.limits.fitsLater(this.headers, retryAfterMs);
    return overLimit();
  }

  /** Counts a failed authentication. @throws {ApiError} -1003 when the address has failed too often */
  countFailure(): void {
    if (!this.limits.takeFailure(neighbourhoodOf(this.request.ip), this.headers)) throw overLimit();
  }

  protected override applied(times: CommandTimes): void {
    this.times.applied(times);
  }
}
