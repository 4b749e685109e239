// Cover at execution, cross margin: what a fill leaves an account with, tested just before it happens. Rules 2.3 (7). A check
// at placement is not enough: marks move, margin is withdrawn, fees change while an order rests, and a market order walks. So
// no fill opens below initial margin, and none closes so far from the mark that another account would have to pay for it.
//
// Nearly every fill passes on the cached lower bound of the account's spare money (margin-bounds.ts); only where that
// is not enough is the account summed exactly.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Leverage, Lots, Micros, RowNumber, Ticks } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Fill } from "../../memory/position/fill.ts";
import type { State } from "../../memory/state.ts";
import { openingFee } from "../fees/charging.ts";
import { leverageOf, notionalAtMark, unsettledPnl } from "../margin/margin.ts";

/** An account's cross margin around one row: TC, and what the positions of its other rows require, micros. */
export interface CrossFigures {
  readonly collateral: Micros;
  readonly otherInitial: Micros;
  readonly otherMaintenance: Micros;
}

/** The lots of a fill that close a row holding `held` lots, signed like the fill. */
export function closingLots(held: Lots, lots: Lots): number {
  if (held === 0 || held > 0 === lots > 0) return 0;
  return held > 0 ? Math.max(lots, -held) : Math.min(lots, -held);
}

/** δ: what a fill at a price other than the mark gains at once, less its fee. Micros. */
export function gainAtMark(market: Market, lots: Lots, price: Ticks, fee: Micros): number {
  return lots * (market.mark - price) * market.unit - fee;
}

/** Whether a cross row's account covers a fill. */
export function coversCrossFill(state: State, market: Market, row: RowNumber, fill: Fill): boolean {
  const { lots, price, fee } = fill;
  const { rows, accounts, marginBounds } = state;
  const held = rows.quantity(row);
  const after = held + lots;
  // Closing at the mark or better is always allowed, so the account need not be looked at.
  if (closingLots(held, lots) === lots && gainAtMark(market, lots, price, fee) >= 0) return true;
  const account = rows.account(row);
  const balance = accounts.holding(account) - accounts.isolatedOrderFrozen(account);
  const value = after * market.mark * market.unit - (rows.cost(row) + lots * price * market.unit + fee);
  const leverage = leverageOf(state, market, row);
  const required = market.ratios.initialMarginAtMost(leverage, notionalAtMark(market, after));
  // Covering initial margin after the whole fill covers every bound on the way there.
  if (balance + marginBounds.atLeast(state, account, row) + value >= required) return true;
  return coversCross(market, figuresAround(state, account, row), held, leverage, fill);
}

/** TC of an account, and what the positions of its other cross rows require. */
export function figuresAround(state: State, account: AccountNumber, around: RowNumber): CrossFigures {
  const { rows, accounts } = state;
  let collateral = accounts.holding(account) - accounts.isolatedOrderFrozen(account);
  let otherInitial = 0;
  let otherMaintenance = 0;
  for (let row = accounts.firstRow(account); row !== NONE; row = rows.next(row)) {
    if (rows.isolated(row) === 1) continue;
    const market = state.markets[rows.market(row)]!;
    const held = rows.quantity(row);
    collateral += unsettledPnl(market, held, rows.cost(row));
    if (row === around || held === 0) continue;
    const notional = notionalAtMark(market, held);
    otherInitial += market.ratios.initialMargin(leverageOf(state, market, row), notional);
    otherMaintenance += market.ratios.maintenanceMargin(notional);
  }
  return { collateral, otherInitial, otherMaintenance };
}

/** The tests themselves: first the closing part, then the opening part. */
export function coversCross(
  market: Market,
  { collateral, otherInitial, otherMaintenance }: CrossFigures,
  held: Lots,
  leverage: Leverage,
  { lots, price, fee }: Fill,
): boolean {
  const closing = closingLots(held, lots);
  const opening = lots - closing;
  const feeToOpen = openingFee(fee, opening, lots);
  let worth = collateral;
  if (closing !== 0) {
    worth += gainAtMark(market, closing, price, fee - feeToOpen);
    const before = otherMaintenance + maintenanceOf(market, held);
    const after = otherMaintenance + maintenanceOf(market, held + closing);
    if (!mayClose(collateral, worth, before, after)) return false;
  }
  if (opening === 0) return true;
  worth += gainAtMark(market, opening, price, feeToOpen);
  return worth >= otherInitial + market.ratios.initialMargin(leverage, notionalAtMark(market, held + lots));
}

/**
 * Whether a close may leave `worth` of `collateral`, with maintenance margin of `before` before and `after` after it:
 * at the mark or better always; worse than the mark while the rest is covered, or covered no worse than before. Micros.
 */
export function mayClose(collateral: Micros, worth: Micros, before: number, after: number): boolean {
  return worth >= collateral || mayCloseTo(collateral, worth, before, after);
}

/** The same for a close worse than the mark. */
export function mayCloseTo(collateral: Micros, worth: Micros, before: number, after: number): boolean {
  return worth >= after || BigInt(worth) * BigInt(before) >= BigInt(collateral) * BigInt(after);
}

function maintenanceOf(market: Market, lots: Lots): number {
  return market.ratios.maintenanceMargin(notionalAtMark(market, lots));
}
