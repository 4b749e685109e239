// How near liquidation is, from the venue's own figures: for the eye, in words and as a length. None of it is money.

import { rounded } from "../../../format/decimal.ts";
import { type MarginUsage, type Ratios, usageOf } from "../../../session/account/margin-usage.ts";
import type { Position } from "../../../session/asking/answers.ts";

/** `past` is where the venue liquidates already. */
export type Nearness = "safe" | "watch" | "near" | "past";

/** From here on the mark price is called far from the liquidation price, and near up to there; in percent. */
const FAR_PERCENT = 8;
const NEAR_PERCENT = 2.5;
/** Share of the collateral that maintenance margin needs. */
const WATCH_SHARE = 0.5;
const NEAR_SHARE = 0.8;

export interface Distance {
  /** Between mark and liquidation price, of the mark price, to two places; below 0 past the liquidation price. */
  readonly percent: number;
  readonly nearness: Nearness;
  /** 0 at the liquidation price, 1 where it is far away. */
  readonly length: number;
}

/** @returns null where there is no liquidation price */
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

/** Of the cross positions. @returns null without one */
export function dangerOf(margin: Ratios): Danger | null {
  const usage = usageOf(margin);
  if (usage === null) return null;
  const { share } = usage;
  return {
    ...usage,
    nearness: share >= 1 ? "past" : share >= NEAR_SHARE ? "near" : share >= WATCH_SHARE ? "watch" : "safe",
  };
}
