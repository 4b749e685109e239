// How many requests an address may send in a second, whatever they are for: paths that do not exist, requests that are
// refused and files included. It is counted before anything else is looked at. The limits of endpoints are separate and come
// later. A request that turns out to cost more than one is owed: its address waits until the allowance has paid for it.

interface RemainingRequests {
  requests: number;
  /** The time at which `requests` were left. */
  at: number;
}

/** A sweep looks at every address, so it waits until the number of addresses has doubled, and for at least this many. */
const SWEEP_AT_LEAST = 1_024;

export class Allowance {
  readonly perSecond: number;
  readonly #atOnce: number;
  readonly #left = new Map<string, RemainingRequests>();
  #sweepAt = SWEEP_AT_LEAST;

  /** @param perSecond requests of one address; @param atOnce as many at once, when none have come for a while */
  constructor(perSecond: number, atOnce: number = perSecond) {
    this.perSecond = perSecond;
    this.#atOnce = atOnce;
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#left.size;
  }

  /**
   * Takes requests from an address's allowance, all or none.
   * @param now in milliseconds, never going backwards
   * @returns whether enough were left
   */
  take(address: string, now: number, requests = 1): boolean {
    const left = this.#of(address, now);
    if (left.requests < requests) return false;
    left.requests -= requests;
    return true;
  }

  /** Takes requests from an address's allowance even if fewer are left. */
  owe(address: string, now: number, requests: number): void {
    this.#of(address, now).requests -= requests;
  }

  /** Whether an address has used more than its allowance. */
  owes(address: string, now: number): boolean {
    return this.#of(address, now).requests < 0;
  }

  #of(address: string, now: number): RemainingRequests {
    const left = this.#left.get(address) ?? this.#new(address, now);
    left.requests = Math.min(this.#atOnce, left.requests + ((now - left.at) * this.perSecond) / 1_000);
    left.at = now;
    return left;
  }

  #new(address: string, now: number): RemainingRequests {
    if (this.#left.size >= this.#sweepAt) this.#sweep(now);
    const left = { requests: this.#atOnce, at: now };
    this.#left.set(address, left);
    return left;
  }

  /** Forgets addresses that have been quiet for long enough to have their full allowance again. */
  #sweep(now: number): void {
    for (const [address, { requests, at }] of this.#left) {
      if (requests + ((now - at) * this.perSecond) / 1_000 >= this.#atOnce) this.#left.delete(address);
    }
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, this.#left.size * 2);
  }
}
