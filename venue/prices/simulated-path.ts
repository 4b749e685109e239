// The hidden path of a simulated market: a price for every second, as a pure function of seed, symbol and second. It
// needs no memory, so after a restart, a caught-up pause or a clock change the tape is the same as for a venue that ran
// through.
//
// The path is a sum of layers. Layer k draws one value per 4^k seconds and goes straight from one to the next; its height
// grows with the root of its period, so over any span the price moves about as a random walk would, and since every layer
// is bounded, so is the price. The fast layers are higher while the market is busy: calm and wild times take turns, and
// the slow layers are its trends. Sudden moves of a minute, which fade, are added on top. Only exact arithmetic and
// square roots: the tape is the same on every machine.

import { Activity } from "./activity.ts";
import { fractionOf, hashOf } from "./random.ts";

/** The fastest layer draws every 4^2 seconds: a market does not jitter from second to second. */
const FASTEST = 2;
/** The slowest layer draws every 4^11 seconds, about 49 days. */
const SLOWEST = 11;
/** Layers up to this one scale with the market's activity. */
const BUSY_LAYERS = 4;
/** At most one sudden move per this many seconds and market, faded by the end of that period. */
const JUMP_PERIOD = 1_800;
const JUMP_PROBABILITY = 0.15;
/** How long a sudden move takes: no stop order is jumped over within a second. */
const JUMP_RISE = 60;
/** The largest sudden move, in standard deviations of an hour. */
const JUMP_HEIGHT = 2;
const SECONDS_PER_YEAR = 31_536_000;

// A uniform draw on (−√3, √3) has deviation 1; and the layers together walk 1.55 times as far as one alone would.
const ROOT_3 = Math.sqrt(3);
const LAYERS_TOGETHER = 1.55;

/** One of the path's layers, with its last draws. */
interface Layer {
  readonly layer: number;
  readonly period: number;
  readonly height: number;
  cell: number;
  from: number;
  to: number;
}

export class SimulatedPath {
  readonly #seed: number;
  readonly #market: number;
  readonly #perRootSecond: number;
  readonly #activity: Activity;
  readonly #layers: readonly Layer[];
  readonly #start: number;

  /**
   * @param options.market selects the path of the seed; a hash of the symbol
   * @param options.yearlyVolatility standard deviation of a year's return, 0.5 for 50 %
   */
  constructor(options: { readonly seed: number; readonly market: number; readonly yearlyVolatility: number }) {
    this.#seed = options.seed;
    this.#market = options.market;
    this.#perRootSecond = options.yearlyVolatility / Math.sqrt(SECONDS_PER_YEAR);
    this.#activity = new Activity(options.seed, options.market);
    this.#layers = Array.from({ length: SLOWEST - FASTEST + 1 }, (_, place) => {
      const period = 1 << (2 * (FASTEST + place));
      return { layer: FASTEST + place, period, height: Math.sqrt(period), cell: Number.NaN, from: 0, to: 0 };
    });
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
    for (const layer of this.#layers) sum += this.#heightOf(layer, second);
    return (sum / LAYERS_TOGETHER) * this.#perRootSecond + this.#jump(second);
  }

  #heightOf(layer: Layer, second: number): number {
    const cell = Math.floor(second / layer.period);
    if (cell !== layer.cell) {
      layer.from = cell === layer.cell + 1 ? layer.to : this.#draw(layer, cell);
      layer.to = this.#draw(layer, cell + 1);
      layer.cell = cell;
    }
    return (layer.from + (layer.to - layer.from) * (second / layer.period - cell)) * layer.height;
  }

  #draw({ layer, period }: Layer, cell: number): number {
    const draw = (2 * fractionOf(hashOf(this.#seed, this.#market, layer, cell)) - 1) * ROOT_3;
    return layer > BUSY_LAYERS ? draw : draw * this.#activity.at(cell * period);
  }

  #jump(second: number): number {
    const cell = Math.floor(second / JUMP_PERIOD);
    if (fractionOf(hashOf(this.#seed, this.#market, 100, cell)) >= JUMP_PROBABILITY) return 0;
    const first = Math.floor(fractionOf(hashOf(this.#seed, this.#market, 101, cell)) * JUMP_PERIOD * 0.5);
    const age = second - cell * JUMP_PERIOD - first;
    if (age < 0) return 0;
    const direction = 2 * fractionOf(hashOf(this.#seed, this.#market, 102, cell)) - 1;
    const faded = age < JUMP_RISE ? age / JUMP_RISE : 1 - (age - JUMP_RISE) / (JUMP_PERIOD - first - JUMP_RISE);
    return direction * JUMP_HEIGHT * this.#perRootSecond * 60 * faded;
  }
}
