// Whether a market that is not listed yet may be listed: the required number of sources has agreed for a minute.

import { apartPpm } from "./exact-price.ts";

const FOR_MS = 60_000;
const WITHIN_PPM = 10_000;

export class Agreement {
  #since: number | null = null;

  /**
   * Called each second.
   * @param prices of the sources that count
   * @param now by the steady clock
   * @returns whether they have agreed for long enough
   */
  look(prices: readonly bigint[], minSources: number, now: number): boolean {
    if (prices.length < minSources || !areNear(prices)) {
      this.#since = null;
      return false;
    }
    this.#since ??= now;
    return now - this.#since >= FOR_MS;
  }
}

function areNear(prices: readonly bigint[]): boolean {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1));
  return apartPpm(sorted[0]!, sorted.at(-1)!) <= WITHIN_PPM;
}
