// How far the mark price may move before a position can have cost its account a given amount. A position counts for f =
// ±N − MM(N) micros, N = size × mark; these functions bound f over a range of marks. Margin ratios step and rise along
// a curve (rules 5.1), so every bound errs on the safe side, which liquidation without scanning relies on.
//
// Doubles are enough here because each bound allows more than their rounding: a hundred billionth of N, and 2 micros.

import { E10, type Lots, type Micros, type MicrosPerTickLot, type Ticks } from "../../base/units.ts";
import { REACH_MAX, type ReachableMarks, type SafeRange } from "../../memory/liquidation/reach.ts";
import type { Market } from "../../memory/market/market.ts";

/** Notionals stay below 2^53. */
const NOTIONAL_MAX = 9e15;
const ROUNDING = 1e-11;

/**
 * Sets `range` to marks around the present one, between which f stays above f(now) − `budget`.
 * @param quantity lots, signed, not 0
 */
export function findSafeRange(
  market: Market,
  quantity: Lots,
  budget: Micros,
  reach: ReachableMarks,
  range: SafeRange,
): void {
  const scale = Math.abs(quantity) * market.unit;
  range.low = market.mark;
  range.high = market.mark;
  if (!(scale * market.mark < NOTIONAL_MAX)) return;
  if (quantity > 0) longRange(market, scale, budget, reach, range);
  else shortRange(market, scale, budget, range);
}

/** Down: MM falls with N, so f(N) ≥ N·(1 − MMR now) − 1. Up: f rises except at the steps of the ratio, N × 10⁻¹⁰. */
function longRange(
  market: Market,
  scale: MicrosPerTickLot,
  budget: Micros,
  reach: ReachableMarks,
  range: SafeRange,
): void {
  const { mark, ratios } = market;
  const now = scale * mark;
  const rate = ratios.maintenance(now) / E10;
  if (rate < 0.999) {
    const least = now - ratios.maintenanceMargin(now) - budget + 2 + now * ROUNDING;
    range.low = Math.min(mark, Math.max(0, Math.ceil(least / (1 - rate) / scale)));
  }
  const most = Math.min(reach.half, (budget - 2) * (E10 / 4));
  if (most <= now) return;
  const high = Math.floor(most / scale);
  range.high = high >= reach.highest ? Number.POSITIVE_INFINITY : Math.max(mark, high);
}

/** Down: nothing is lost. Up: N + MM(N) is bounded with the ratio at the far end, which is the largest of the range. */
function shortRange(market: Market, scale: MicrosPerTickLot, budget: Micros, range: SafeRange): void {
  const { mark, ratios } = market;
  range.low = 0;
  const now = scale * mark;
  const most = now + ratios.maintenanceMargin(now) + budget;
  const bound = most - 2 - most * ROUNDING;
  const reach = Math.min(REACH_MAX, bound / (1 + ratios.maintenance(now) / E10));
  const atReach = ratios.maintenance(Math.ceil(Math.max(now, reach))) / E10;
  range.high = Math.max(mark, Math.floor(Math.min(reach, bound / (1 + atReach)) / scale));
}

/** A lower bound of f while the mark is in the range; −Infinity where none is known. */
export function worstWithin(market: Market, quantity: Lots, low: Ticks, high: Ticks, reach: ReachableMarks): number {
  const scale = Math.abs(quantity) * market.unit;
  const most = scale * Math.min(high, reach.highest);
  if (!(most < NOTIONAL_MAX)) return Number.NEGATIVE_INFINITY;
  const { ratios } = market;
  if (quantity < 0) return -most - ratios.maintenanceMargin(most);
  const least = scale * low;
  if (most <= reach.half) return least - ratios.maintenanceMargin(least) - most / E10 - 2;
  // A requirement that cannot be counted is greater than its ratio says.
  if (ratios.maintenanceMargin(most) === Number.MAX_SAFE_INTEGER) return Number.NEGATIVE_INFINITY;
  // Beyond, the ratio at the far end bounds that of the whole range; above 1 the far end costs most.
  const kept = 1 - ratios.maintenance(most) / E10;
  return Math.min(least * kept, most * kept) - 2 - most * ROUNDING;
}
