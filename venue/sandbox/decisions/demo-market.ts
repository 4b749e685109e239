// One market as demo traders see it: its style, and the waves that their activity in it follows.

import { Activity, Wave } from "../../prices/activity.ts";
import { hashOfText } from "../../prices/random.ts";
import { type MarketStyle, styleOf } from "./market-style.ts";

/** Periods after which the premium over the index, and a taker's view, may turn. */
const PREMIUM_PERIOD_S = 21_600;
const VIEW_PERIOD_S = 14_400;
/** The largest premium, as a fraction. */
const PREMIUM_MAX = 0.0006;

export const CROWD = 3;

export class DemoMarket {
  readonly seed: number;
  /** Selects this market's draws of the seed. */
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

  /**
   * The premium over the index, as a fraction. It is positive more often than negative: more traders want to be long than
   * short.
   */
  premiumAt(second: number): number {
    return PREMIUM_MAX * (1.5 * this.#premium.at(second) - 0.5);
  }

  /** The position that one of the crowd wants to hold, from −1 to 1. */
  wishOf(taker: number, second: number): number {
    return 2 * this.#views[taker]!.at(second) - 1;
  }

  /** The spread between best bid and best ask, in ticks: wider while the market is busy. */
  spreadAt(second: number): number {
    const activity = this.activity.at(second);
    if (activity < 0.9) return 1;
    return activity < 1.8 ? 2 : 3;
  }
}
