// One market as demo traders see it: how they treat it, and the waves that their activity in it follows.

import { Activity, Wave } from "../../prices/activity.ts";
import { hashOfText } from "../../prices/random.ts";
import { type MarketStyle, styleOf } from "./market-style.ts";

/** How long a premium over the index takes to turn, and the view of one who takes. */
const PREMIUM_PERIOD_S = 21_600;
const VIEW_PERIOD_S = 14_400;
/** The largest premium, as a fraction. */
const PREMIUM_MAX = 0.0006;

export const CROWD = 3;

export class DemoMarket {
  readonly seed: number;
  /** Which draws of the seed are its own. */
  readonly hash: number;
  readonly style: MarketStyle;
  readonly activity: Activity;
  readonly #premium: Wave;
  readonly #views: readonly Wave[];

  constructor(seed: number, symbol: string) {
    this.seed = seed;
    this.hash = hashOfText(symbol);
    this.style = styleOf(symbol);
    this.activity = new Activity(seed, this.hash);
    this.#premium = new Wave(PREMIUM_PERIOD_S, seed, this.hash, 510);
    this.#views = Array.from({ length: CROWD }, (_, taker) => new Wave(VIEW_PERIOD_S, seed, this.hash, 500 + taker));
  }

  /** Over the index, as a fraction. More above than below: those who want to be long are more. */
  premiumAt(second: number): number {
    return PREMIUM_MAX * (1.5 * this.#premium.at(second) - 0.5);
  }

  /** What one of the crowd wants to hold, from −1 to 1. */
  wishOf(taker: number, second: number): number {
    return 2 * this.#views[taker]!.at(second) - 1;
  }

  /** From the best buy to the best sell, in ticks: more while the market is busy. */
  spreadAt(second: number): number {
    const activity = this.activity.at(second);
    if (activity < 0.9) return 1;
    return activity < 1.8 ? 2 : 3;
  }
}
