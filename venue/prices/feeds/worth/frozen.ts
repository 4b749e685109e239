// Detects a feed that repeats one price while the others move: it is alive but says nothing. It does not count until its
// price changes. Of two sources that differ, either may be right, so at least two others, and more than half of them,
// must have moved.

import { apartPpm } from "./exact-price.ts";

/** How long one price has to be repeated. */
const REPEATED_MS = 60_000;
/** How far another source has to have moved in that time: half a percent. */
const MOVED_PPM = 5_000;
const MOVED_MIN = 2;

/** The converted prices of the market's sources, by index; null where one does not count. */
type Prices = readonly (bigint | null)[];

export class FrozenWatch {
  readonly #place: number;
  #price = 0n;
  #since = 0;
  #then: Prices = [];

  constructor(place: number) {
    this.#place = place;
  }

  /**
   * @param price in the currency of its pair, which only the venue moves
   * @param now by the steady clock
   * @returns whether it is frozen
   */
  look(price: bigint, all: Prices, now: number): boolean {
    if (price !== this.#price) {
      this.#price = price;
      this.#since = now;
      this.#then = all;
      return false;
    }
    if (now - this.#since < REPEATED_MS) return false;
    const others = all.flatMap((other, i) => {
      const before = this.#then[i];
      return i === this.#place || other === null || before == null ? [] : [apartPpm(other, before)];
    });
    const moved = others.filter((apart) => apart >= MOVED_PPM).length;
    return moved >= MOVED_MIN && 2 * moved > others.length;
  }
}
