// How near liquidation is, from the venue's own figures: as a class, a percentage and the length of a bar. None of it is money.

import { rounded } from "../../../format/figure-text.ts";
import { type MarginUsage, type Ratios, usageOf } from "../../../session/account/margin-usage.ts";
import type { Position } from "../../../session/asking/answers.ts";

/** `past`: the venue is already liquidating. */
export type Nearness = "safe" | "watch" | "near" | "past";

/** Distances of the mark price from the liquidation price, in percent: safe from the first on, near below the second. */
const FAR_PERCENT = 8;
const NEAR_PERCENT = 2.5;
/**
 * Shares of the collateral that maintenance margin needs: from the first on it is watched, from the second on it is near.
 */
const WATCH_SHARE = 0.5;
const NEAR_SHARE = 0.8;

export interface Distance {
  /**
   * Distance between mark and liquidation price, in percent of the mark price, to two places; negative past the
   * liquidation price.
   */
  readonly percent: number;
  readonly nearness: Nearness;
  /** Length of the bar: 0 at the liquidation price, 1 far away from it. */
  readonly length: number;
}

/** @returns null when there is no liquidation price */
export function distanceOf(position: Pick<Position, "est_liq_price" | "mark_price" | "position_qty">): Distance | null {
  const { est_liq_price, mark_price, position_qty } = position;
  if (est_liq_price === null || est_liq_price === 0 || mark_price === 0) return null;
  const room = position_qty > 0 ? mark_price - est_liq_price : est_liq_price - mark_price;
  const percent = rounded((room / mark_price) * 100, 2);
  return { percent, nearness: nearnessAt(percent), length: Math.max(0, Math.min(1, percent / (3 * FAR_PERCENT))) };
}

function nearnessAt(percent: number): Nearness {
  if (percent >= FAR_PERCENT) return "safe";
  if (percent >= NEAR_PERCENT) return "watch";
  return percent > 0 ? "near" : "past";
}

export interface Danger extends MarginUsage {
  readonly nearness: Nearness;
}

/** The danger of the cross positions. @returns null without one */
export function dangerOf(margin: Ratios): Danger | null {
  const usage = usageOf(margin);
  if (usage === null) return null;
  const { share } = usage;
  return {
    ...usage,
    nearness: share >= 1 ? "past" : share >= NEAR_SHARE ? "near" : share >= WATCH_SHARE ? "watch" : "safe",
  };
}
