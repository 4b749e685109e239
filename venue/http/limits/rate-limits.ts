// Rate limits of the whole API: one bucket per endpoint, with one window per IP address or per account. Errors 6. Windows use
// the machine's time, never the venue's: moving a sandbox's clock must not open or close a window. Callers are shown these
// times converted to venue time, like every other time that they are shown.

import type { EndpointRow, Limit } from "@evermark/interface/rows/endpoint.ts";
import { type ApiError, refusal } from "../../wire/api-error.ts";
import type { AnswerHeaders } from "../envelope/answer-headers.ts";
import { PreviewBudget } from "./preview-budget.ts";
import { SlidingWindow } from "./sliding-window.ts";

/** Failed authentications per address and second; they count against no other limit. */
const FAILED_AUTHENTICATIONS: Limit = { count: 50, windowMs: 1_000, per: "ip", stated: false };

/** The owner of a window: an account number or an IP address. */
export type LimitOwner = number | string;

// A sweep looks at every window of a bucket, so it waits until their number has doubled, and for at least this many.
const SWEEP_AT_LEAST = 1_024;

const { timeOrigin } = performance;

/** Milliseconds since 1970 with fractions; never goes backwards. */
const monotonicNow = (): number => timeOrigin + performance.now();

/** The state of an address's window in a bucket that counts weights; times as shown to callers. */
export interface WeightState {
  readonly fits: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the oldest spent weight is available again; now if none is spent. */
  readonly resetAt: number;
  /** When there is room for the requested weight. */
  readonly freeAt: number;
  /** The time until then, in milliseconds. */
  readonly waitMs: number;
}

/** The windows of one endpoint. */
export class Bucket {
  readonly name: string;
  readonly count: number;
  readonly windowMs: number;
  readonly per: "ip" | "user";
  readonly limitText: string;
  readonly #windows = new Map<LimitOwner, SlidingWindow>();
  #sweepAt = SWEEP_AT_LEAST;

  /** @param factor scales the limit, unless the interface states its figure */
  constructor(name: string, limit: Limit, factor: number) {
    this.name = name;
    this.count = limit.stated ? limit.count : Math.max(1, Math.floor(limit.count * factor));
    this.windowMs = limit.windowMs;
    this.per = limit.per;
    this.limitText = String(this.count);
  }

  /** How many owners are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  window(owner: LimitOwner, now: number): SlidingWindow {
    const known = this.#windows.get(owner);
    if (known !== undefined) return known;
    if (this.#windows.size >= this.#sweepAt) this.#sweep(now);
    const window = new SlidingWindow(this.count, this.windowMs);
    this.#windows.set(owner, window);
    return window;
  }

  #sweep(now: number): void {
    for (const [owner, window] of this.#windows) if (window.idleFrom() <= now) this.#windows.delete(owner);
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, this.#windows.size * 2);
  }
}

export class RateLimits {
  readonly previews = new PreviewBudget();
  readonly #factor: number;
  readonly #now: () => number;
  readonly #shown: () => number;
  readonly #buckets = new Map<string, Bucket>();
  readonly #failures: Bucket;

  /**
   * @param factor multiplies every limit that the interface does not state
   * @param shown the time on the clock that callers see; the machine's time by default
   * @param now milliseconds since 1970
   */
  constructor(factor: number, shown?: () => number, now: () => number = monotonicNow) {
    this.#factor = factor;
    this.#now = now;
    this.#shown = shown ?? now;
    this.#failures = new Bucket("failed authentications", FAILED_AUTHENTICATIONS, factor);
  }

  /** The bucket of an endpoint; each call returns the same one. */
  bucket(row: EndpointRow): Bucket {
    const name = bucketName(row);
    const known = this.#buckets.get(name);
    if (known !== undefined) return known;
    const bucket = new Bucket(name, row.limit, this.#factor);
    this.#buckets.set(name, bucket);
    return bucket;
  }

  /**
   * Counts requests, all or none, and fills in the headers that show the caller's state: the limit, what is left of it, and the
   * time at which a slot frees.
   * @returns whether they fit
   */
  take(bucket: Bucket, owner: LimitOwner, headers: AnswerHeaders, requests = 1): boolean {
    const now = this.#now();
    const window = bucket.window(owner, now);
    const fits = window.take(now, requests);
    headers.limit = bucket.limitText;
    headers.remaining = String(window.remaining(now));
    const waitMs = Math.max(0, window.freeAt(fits ? 1 : requests) - now);
    headers.reset = String(Math.ceil(this.#shown() + waitMs));
    if (!fits) headers.set("Retry-After", secondsOf(waitMs));
    return fits;
  }

  /** Changes the headers for a request that fits on this node but not over all nodes, and shows when it would fit. */
  fitsLater(headers: AnswerHeaders, waitMs: number): void {
    headers.remaining = "0";
    headers.reset = String(Math.ceil(this.#shown() + waitMs));
    headers.set("Retry-After", secondsOf(waitMs));
  }

  /** Takes a weight, all of it or nothing; with 0 it only reports. */
  spend(bucket: Bucket, owner: LimitOwner, weight: number): WeightState {
    const now = this.#now();
    const window = bucket.window(owner, now);
    const fits = window.take(now, weight);
    const remaining = window.remaining(now);
    const shown = this.#shown();
    const waitMs = fits ? 0 : Math.max(0, window.freeAt(weight) - now);
    return {
      fits,
      limit: bucket.count,
      remaining,
      // Once the oldest weight is gone, one more fits than fits now.
      resetAt: Math.ceil(shown + Math.max(0, window.freeAt(remaining + 1) - now)),
      freeAt: Math.ceil(shown + waitMs),
      waitMs,
    };
  }

  /** Counts requests as `take` does, for a caller without headers. @returns 0 when they fit, else the ms until they would */
  takeOrWait(bucket: Bucket, owner: LimitOwner, requests = 1): number {
    const now = this.#now();
    const window = bucket.window(owner, now);
    return window.take(now, requests) ? 0 : Math.max(1, Math.ceil(window.freeAt(requests) - now));
  }

  /** Counts a failed authentication. @returns false when the address has failed too often */
  takeFailure(ip: string, headers: AnswerHeaders): boolean {
    return this.take(this.#failures, ip, headers);
  }
}

/** The name of an endpoint's bucket. */
export function bucketName({ method, path }: EndpointRow): string {
  return `${method} ${path}`;
}

function secondsOf(ms: number): string {
  return String(Math.max(1, Math.ceil(ms / 1_000)));
}

/** The answer to a request over its limit. */
export function overLimit(): ApiError {
  return refusal("rate_limit_exceeded");
}
