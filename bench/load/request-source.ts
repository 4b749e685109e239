// Where a load gets its requests. Read-only requests may be sent repeatedly. A request that changes something is
// carried out only once per signature; the same bytes sent again get the first answer for a fraction of the work. Such
// requests are signed again each time, as far as possible before the measurement begins.

export interface RequestSource {
  /** Prepares for the next load. @param count the number of requests, if the load knows it */
  prepare(count?: number): void;
  /** @param n the number of the request within this load, from 0 */
  next(n: number): Uint8Array;
}

export function overAndOver(requests: readonly Uint8Array[]): RequestSource {
  return { prepare() {}, next: (n) => requests[n % requests.length]! };
}

/**
 * How many requests are prepared, relative to the larger of the last two loads. It looks at two loads because often two
 * servers take turns.
 */
const RESERVE = 1.25;

/** Requests of which none is sent twice. */
export class FreshRequests implements RequestSource {
  readonly #make: (n: number) => Uint8Array;
  #ready: (Uint8Array | undefined)[] = [];
  #taken = [0, 0];

  /** @param make signs one request; called again for the same number, it signs a new one */
  constructor(make: (n: number) => Uint8Array) {
    this.#make = make;
  }

  prepare(count = Math.ceil(Math.max(...this.#taken) * RESERVE)): void {
    this.#taken = [0, this.#taken[0]!];
    this.#ready = Array.from({ length: count }, (_, n) => this.#make(n));
  }

  /** A prepared request, or one that is made now if none is left. */
  next(n: number): Uint8Array {
    this.#taken[0] = Math.max(this.#taken[0]!, n + 1);
    const ready = this.#ready[n];
    this.#ready[n] = undefined;
    return ready ?? this.#make(n);
  }
}
