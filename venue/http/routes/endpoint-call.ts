// One call of an endpoint in progress, over any transport: the context that its handler gets, with the types of its row erased.
// It submits commands to the sequencer, and turns their rejections into refusals of the call.

import {
  type CommandTimes,
  type CountedRequest,
  type Counts,
  type Done,
  isUnavailable,
  type Sequencer,
  type Submitted,
  type Unavailable,
  type Unstamped,
} from "@evermark/core";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { signedRequestOf } from "../../auth/covered-request.ts";
import type { Caller } from "../../auth/keys/caller.ts";
import type { Venue } from "../../venue.ts";
import { type ApiError, refusalOf, refusalOfCommand } from "../../wire/api-error.ts";
import type { JsonObject } from "../input/json-body.ts";
import { type Bucket, bucketName, type LimitOwner, overLimit, type RateLimits } from "../limits/rate-limits.ts";
import { neighbourhoodOf } from "../proxies/address.ts";
import type { RequestFacts } from "./binding.ts";

const nothing: JsonObject = {};
const none: Counts["limits"] = [];

/** What a call needs around it. */
interface Surroundings<Facts extends RequestFacts> {
  readonly venue: Venue;
  readonly row: EndpointRow;
  readonly limits: RateLimits;
  readonly request: Facts;
  /** Where its commands are submitted; by default to the venue's sequencer. */
  readonly sequencer?: Pick<Sequencer, "submit"> | undefined;
}

export class EndpointCall<Facts extends RequestFacts = RequestFacts> implements CountedRequest {
  readonly venue: Venue;
  readonly request: Facts;
  caller: Caller | null = null;
  params: JsonObject = nothing;
  query: JsonObject = nothing;
  body: JsonObject = nothing;
  /** Whether the answer repeats an earlier one. */
  isReplayed = false;
  protected readonly limits: RateLimits;
  readonly #row: EndpointRow;
  readonly #sequencer: Pick<Sequencer, "submit">;
  /** What it counts against in addition to its own bucket. */
  #alsoCounted = none;

  constructor({ venue, row, limits, request, sequencer = venue.sequencer }: Surroundings<Facts>) {
    this.venue = venue;
    this.request = request;
    this.limits = limits;
    this.#row = row;
    this.#sequencer = sequencer;
  }

  submit(command: Unstamped): Promise<Submitted> {
    const isOnce = this.#row.once === true;
    const sent = isOnce ? { ...command, request: signedRequestOf(this.caller!, this.request) } : command;
    return new Promise((resolve, reject) => {
      this.#send(sent, (result) => {
        if (isUnavailable(result)) return reject(this.#refusalOf(result));
        if (result.replayed) this.isReplayed = true;
        if (result.rejection !== null) return reject(refusalOfCommand(result.rejection, result.orderId));
        resolve(isOnce && result.replayed ? { ...result, at: result.firstAnsweredAt } : result);
      });
    });
  }

  attempt(command: Unstamped): Promise<Submitted> {
    return new Promise((resolve, reject) => {
      this.#send(command, (result) => {
        if (isUnavailable(result)) reject(this.#refusalOf(result));
        else resolve(result);
      });
    });
  }

  preview<T>(ask: () => T): Promise<T> {
    return this.limits.previews.run(ask);
  }

  /** Counts requests against a bucket, all or none. @throws {ApiError} -1003 with the time after which they fit */
  count(bucket: Bucket, requests = 1): void {
    const retryAfterMs = this.limits.takeOrWait(bucket, this.limitOwnerOf(bucket), requests);
    if (retryAfterMs > 0) throw this.refusedFor(retryAfterMs);
  }

  countAlso(row: EndpointRow, requests: number): void {
    const bucket = this.limits.bucket(row);
    this.countBeside(bucket, requests);
    if (bucket.per === "user") this.#alsoCounted = [...this.#alsoCounted, { bucket: bucket.name, requests }];
  }

  counts(): Counts | null {
    if (this.caller === null) return null;
    const { limit } = this.#row;
    const own = limit.per === "user" ? [{ bucket: bucketName(this.#row), requests: 1 }] : none;
    const limits = [...own, ...this.#alsoCounted];
    return limits.length === 0 ? null : { account: this.caller.account, limits };
  }

  protected countBeside(bucket: Bucket, requests: number): void {
    this.count(bucket, requests);
  }

  /** The refusal of a request over a limit. */
  protected refusedFor(retryAfterMs: number): ApiError {
    return overLimit().with({ retry_after_ms: retryAfterMs });
  }

  /** Records where the time of one of this call's commands went. */
  protected applied(_times: CommandTimes): void {}

  protected limitOwnerOf(bucket: Bucket): LimitOwner {
    return bucket.per === "user" && this.caller !== null ? this.caller.account : neighbourhoodOf(this.request.ip);
  }

  #send(command: Unstamped, done: Done): void {
    this.#sequencer.submit(
      command,
      (result, times) => {
        if (times !== undefined) this.applied(times);
        done(result, times);
      },
      this,
    );
  }

  #refusalOf(reason: Unavailable): ApiError {
    return reason.retryAfterMs === undefined ? refusalOf(reason) : this.refusedFor(reason.retryAfterMs);
  }
}

/** The facts of a call that is not an HTTP request, and so has no headers. */
export function factsOf({ method, path }: EndpointRow, ip: string, receivedAt: number): RequestFacts {
  return { method, path, ip, isFromHere: false, receivedAt, bodyText: "", header: noHeader };
}

const noHeader = (): null => null;
