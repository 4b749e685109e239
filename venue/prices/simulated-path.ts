// The hidden path of a simulated market: a price for every second, as a pure function of seed, symbol and second. It
// needs no memory, so a restart, a caught-up pause and a moved clock see the same tape as a venue that ran through.
//
// The path is a sum of layers. Layer k draws one value per 4^k seconds and goes straight from one to the next; its
// height grows with the root of its period, so over any span the price moves about as a random walk would, and since
// every layer is bounded, so is the price. On top come jumps that fade. Only exact arithmetic and square roots: the
// tape is the same on every machine.

import { fractionOf, hashOf } from "./random.ts";

/** The slowest layer draws every 4^11 seconds, about 49 days. */
const LAYERS = 12;
/** At most one jump per this many seconds and market, faded by the end. */
const JUMP_PERIOD = 1_800;
const JUMP_PROBABILITY = 0.15;
/** The largest jump, in standard deviations of an hour. */
const JUMP_HEIGHT = 3;
const SECONDS_PER_YEAR = 31_536_000;

// A uniform draw on (−√3, √3) has deviation 1; and the layers together walk 1.55 times as far as one alone would.
const ROOT_3 = Math.sqrt(3);
const LAYERS_TOGETHER = 1.55;

export class SimulatedPath {
  readonly #seed: number;
  readonly #market: number;
  readonly #perRootSecond: number;
  readonly #start: number;

  /**
   * @param options.market which path of the seed; a hash of the symbol
   * @param options.yearlyVolatility deviation of a year's return, 0.5 for 50 %
   */
  constructor(options: { readonly seed: number; readonly market: number; readonly yearlyVolatility: number }) {
    this.#seed = options.seed;
    this.#market = options.market;
    this.#perRootSecond = options.yearlyVolatility / Math.sqrt(SECONDS_PER_YEAR);
    this.#start = this.#height(0);
  }

  /** The price at a second, as a multiple of the price at second 0. */
  at(second: number): number {
    const height = this.#height(second) - this.#start;
    // A rise of a third and a fall of a quarter undo each other, as in a walk of the logarithm.
    return height >= 0 ? 1 + height : 1 / (1 - height);
  }

  #height(second: number): number {
    let sum = 0;
    let period = 1;
    for (let layer = 0; layer < LAYERS; layer++) {
      sum += this.#layer(layer, period, second) * Math.sqrt(period);
      period *= 4;
    }
    return (sum / LAYERS_TOGETHER) * this.#perRootSecond + this.#jump(second);
  }

  #layer(layer: number, period: number, second: number): number {
    const cell = Math.floor(second / period);
    const from = this.#draw(layer, cell);
    if (period === 1) return from;
    return from + (this.#draw(layer, cell + 1) - from) * ((second - cell * period) / period);
  }

  #draw(layer: number, cell: number): number {
    return (2 * fractionOf(hashOf(this.#seed, this.#market, layer, cell)) - 1) * ROOT_3;
  }

  #jump(second: number): number {
    const cell = Math.floor(second / JUMP_PERIOD);
    if (fractionOf(hashOf(this.#seed, this.#market, 100, cell)) >= JUMP_PROBABILITY) return 0;
    const first = Math.floor(fractionOf(hashOf(this.#seed, this.#market, 101, cell)) * JUMP_PERIOD * 0.5);
    const age = second - cell * JUMP_PERIOD - first;
    if (age < 0) return 0;
    const direction = 2 * fractionOf(hashOf(this.#seed, this.#market, 102, cell)) - 1;
    return direction * JUMP_HEIGHT * this.#perRootSecond * 60 * (1 - age / (JUMP_PERIOD - first));
  }
}
