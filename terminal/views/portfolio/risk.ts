// How near liquidation is, from the venue's own figures: for the eye, in words and as a length. None of it is money.

import { rounded } from "../../format/decimal.ts";
import type { Margin, Position } from "../../session/answers.ts";

export type Nearness = "safe" | "watch" | "near";

/** From here on the mark price is called far from the liquidation price, and near up to there; in percent. */
const FAR_PERCENT = 8;
const NEAR_PERCENT = 2.5;
/** Share of the collateral that maintenance margin needs. */
const WATCH_SHARE = 0.5;
const NEAR_SHARE = 0.8;

export interface Distance {
  /** Between mark and liquidation price, of the mark price, to two places. */
  readonly percent: number;
  readonly nearness: Nearness;
  /** 0 at the liquidation price, 1 where it is far away. */
  readonly length: number;
}

/** @returns null where there is no liquidation price */
export function distanceOf(position: Pick<Position, "est_liq_price" | "mark_price">): Distance | null {
  const { est_liq_price, mark_price } = position;
  if (est_liq_price === null || est_liq_price === 0 || mark_price === 0) return null;
  const percent = rounded((Math.abs(mark_price - est_liq_price) / mark_price) * 100, 2);
  const nearness = percent >= FAR_PERCENT ? "safe" : percent >= NEAR_PERCENT ? "watch" : "near";
  return { percent, nearness, length: Math.min(1, percent / (3 * FAR_PERCENT)) };
}

export interface Danger {
  /** 1 is where liquidation begins. */
  readonly share: number;
  readonly nearness: Nearness;
}

/** Of the cross positions. @returns null without one */
export function dangerOf(margin: Pick<Margin, "margin_ratio" | "maintenance_margin_ratio">): Danger | null {
  const { margin_ratio, maintenance_margin_ratio } = margin;
  if (maintenance_margin_ratio === 0) return null;
  const share = margin_ratio <= 0 ? 1 : Math.min(1, maintenance_margin_ratio / margin_ratio);
  const nearness = share >= NEAR_SHARE ? "near" : share >= WATCH_SHARE ? "watch" : "safe";
  return { share, nearness };
}
