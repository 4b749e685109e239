// How busy a simulated market is: waves of hours and of minutes, shared by its price and its traders, so that the price
// moves more while more is traded. A pure function of seed, market and second, like the path itself.

import { fractionOf, hashOf } from "./random.ts";

const HOURS = 10_800;
const MINUTES = 900;

/** One draw per period, and straight lines from one draw to the next; between 0 and 1. The last draws are cached. */
export class Wave {
  readonly #key: number;
  readonly #period: number;
  #cell = Number.NaN;
  #from = 0;
  #to = 0;

  /** @param words identify the wave: its draws follow from them */
  constructor(period: number, ...words: readonly number[]) {
    this.#period = period;
    this.#key = hashOf(...words);
  }

  /** @param second may be fractional */
  at(second: number): number {
    const cell = Math.floor(second / this.#period);
    if (cell !== this.#cell) {
      this.#from = cell === this.#cell + 1 ? this.#to : this.#draw(cell);
      this.#to = this.#draw(cell + 1);
      this.#cell = cell;
    }
    return this.#from + (this.#to - this.#from) * (second / this.#period - cell);
  }

  #draw(cell: number): number {
    return fractionOf(hashOf(this.#key, cell));
  }
}

export class Activity {
  readonly #hours: Wave;
  readonly #minutes: Wave;

  /** @param market a hash of the symbol */
  constructor(seed: number, market: number) {
    this.#hours = new Wave(HOURS, seed, market, 400);
    this.#minutes = new Wave(MINUTES, seed, market, 401);
  }

  /** About 1 on average, from a sixth to three and a half; it changes within minutes, never at once. */
  at(second: number): number {
    const minutes = this.#minutes.at(second);
    return (0.5 + this.#hours.at(second)) * (0.35 + 2 * minutes * minutes);
  }
}
