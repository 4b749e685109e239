// How much an address may ask for in a second, whatever it is: also what does not exist, what is refused, and files. It
// counts before anything is looked at. The limits of endpoints count beside it, and later. What turns out to be more than
// one request is owed: an address that owes waits until a second's allowance has paid for it.

interface Left {
  requests: number;
  /** When that was so. */
  at: number;
}

/** A sweep looks at every address, so it waits until as many new ones have come. */
const SWEEP_AT_LEAST = 1_024;

export class Allowance {
  readonly perSecond: number;
  readonly #atOnce: number;
  readonly #left = new Map<string, Left>();
  #sweepAt = SWEEP_AT_LEAST;

  /** @param perSecond requests of an address; @param atOnce as many of them, when none have come for a while */
  constructor(perSecond: number, atOnce: number = perSecond) {
    this.perSecond = perSecond;
    this.#atOnce = atOnce;
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#left.size;
  }

  /**
   * Takes so many requests of an address, all or none.
   * @param now in milliseconds, never going backwards
   * @returns whether it has as many left
   */
  take(address: string, now: number, requests = 1): boolean {
    const left = this.#of(address, now);
    if (left.requests < requests) return false;
    left.requests -= requests;
    return true;
  }

  /** Takes as many whether it has them or not. */
  owe(address: string, now: number, requests: number): void {
    this.#of(address, now).requests -= requests;
  }

  /** Whether an address has taken more than it had. */
  owes(address: string, now: number): boolean {
    return this.#of(address, now).requests < 0;
  }

  #of(address: string, now: number): Left {
    const left = this.#left.get(address) ?? this.#new(address, now);
    left.requests = Math.min(this.#atOnce, left.requests + ((now - left.at) * this.perSecond) / 1_000);
    left.at = now;
    return left;
  }

  #new(address: string, now: number): Left {
    if (this.#left.size >= this.#sweepAt) this.#sweep(now);
    const left = { requests: this.#atOnce, at: now };
    this.#left.set(address, left);
    return left;
  }

  /** Forgets who has not asked for so long that he has all of it again. */
  #sweep(now: number): void {
    for (const [address, { requests, at }] of this.#left) {
      if (requests + ((now - at) * this.perSecond) / 1_000 >= this.#atOnce) this.#left.delete(address);
    }
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, this.#left.size * 2);
  }
}
