// How long to wait after a failure: twice as long each time, up to a minute, and randomly a little less, so that clients
// do not all return to a recovering venue at once.

const FIRST_MS = 1_000;
const MOST_MS = 60_000;
/** A connection that lasted this long did not fail. */
const LASTED_MS = 60_000;

export class Backoff {
  readonly #random: () => number;
  #failures = 0;

  /** @param random from 0 to just below 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** @param lastedMs how long the connection worked @returns milliseconds to wait */
  failed(lastedMs: number): number {
    if (lastedMs >= LASTED_MS) this.#failures = 0;
    const most = Math.min(MOST_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 10);
    return most * (0.5 + this.#random() / 2);
  }

  succeeded(): void {
    this.#failures = 0;
  }
}
