// Where a load takes its requests from. What only reads may be sent over and over. What changes something is carried out
// once per signature, and the same bytes again are given the first answer, at a fraction of the work: such requests are
// signed anew each time, as far as possible before the time is taken.

export interface RequestSource {
  /** Makes ready for the next load. @param count of requests, where the load knows it */
  prepare(count?: number): void;
  /** @param n of this load's requests, from 0 */
  next(n: number): Uint8Array;
}

export function overAndOver(requests: readonly Uint8Array[]): RequestSource {
  return { prepare() {}, next: (n) => requests[n % requests.length]! };
}

/** How many more are made ready than the larger of the two loads before took: often two servers take turns. */
const RESERVE = 1.25;

/** Requests of which none is sent twice. */
export class FreshRequests implements RequestSource {
  readonly #make: (n: number) => Uint8Array;
  #ready: (Uint8Array | undefined)[] = [];
  #taken = [0, 0];

  /** @param make signs one; called for the same number again, it signs anew */
  constructor(make: (n: number) => Uint8Array) {
    this.#make = make;
  }

  prepare(count = Math.ceil(Math.max(...this.#taken) * RESERVE)): void {
    this.#taken = [0, this.#taken[0]!];
    this.#ready = Array.from({ length: count }, (_, n) => this.#make(n));
  }

  /** One that is ready, or else one that is made now. */
  next(n: number): Uint8Array {
    this.#taken[0] = Math.max(this.#taken[0]!, n + 1);
    const ready = this.#ready[n];
    this.#ready[n] = undefined;
    return ready ?? this.#make(n);
  }
}
