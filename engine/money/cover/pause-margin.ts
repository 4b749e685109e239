// Counted margin: how an account with cross positions that cannot be liquidated now is valued when it trades, reserves
// isolated margin or takes a liquidation over. Each such position counts at the worse of the mark when that began and
// the mark now, and needs as much initial margin as the index may jump by at once: until it can be liquidated again,
// nothing could stop its losses. An account that can bear that trades on; one that cannot opens nothing, and closes
// only near the index, so that no money that the position may come to need goes to a friend. Rules 2.3 (7), 7.5, 11.4.

import { mulDivCeil, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { type AccountNumber, E10, type Leverage, type Lots, type RowNumber } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Fill } from "../../memory/position/fill.ts";
import { sizeWithOrders } from "../../memory/position/size-with-orders.ts";
import type { State } from "../../memory/state.ts";
import { isAnyMarketStill, STANDSTILL_SINCE, standsStill } from "../../permissions/standstill.ts";
import { openingFee } from "../fees/charging.ts";
import { type CrossMargin, crossMargin, leverageOf, notionalAtMark } from "../margin/margin.ts";
import { type CrossFigures, closingLots, gainAtMark, mayCloseTo } from "./cover.ts";

/**
 * Selects the markets that stand still: all that do, or only those that would without any doubt of an index (standstill.ts).
 */
export type StandstillTest = (state: State, market: Market) => boolean;

/** Whether an account has a cross position in such a market. */
export function holdsAny(state: State, account: AccountNumber, stills: StandstillTest): boolean {
  const { rows, accounts, markets } = state;
  for (let row = accounts.firstRow(account); row !== NONE; row = rows.next(row)) {
    if (rows.isolated(row) === 1 || rows.quantity(row) === 0) continue;
    if (stills(state, markets[rows.market(row)]!)) return true;
  }
  return false;
}

/** Counted TC, and what the positions of the other cross rows require. Micros. */
export function countedFigures(
  state: State,
  account: AccountNumber,
  around: RowNumber,
  stills: StandstillTest,
): CrossFigures {
  const { rows, accounts } = state;
  let collateral = accounts.holding(account) - accounts.isolatedOrderFrozen(account);
  let otherInitial = 0;
  let otherMaintenance = 0;
  for (let row = accounts.firstRow(account); row !== NONE; row = rows.next(row)) {
    if (rows.isolated(row) === 1) continue;
    const market = state.markets[rows.market(row)]!;
    const held = rows.quantity(row);
    const isStill = stills(state, market);
    collateral += countedValue(market, held, isStill) - rows.cost(row);
    if (row === around || held === 0) continue;
    otherInitial += countedInitial(market, leverageOf(state, market, row), held, isStill);
    otherMaintenance += market.ratios.maintenanceMargin(notionalAtMark(market, held));
  }
  return { collateral, otherInitial, otherMaintenance };
}

/** By how much counted TC changes through a fill on a cross row that holds `held` lots. Micros. */
export function countedGain(market: Market, held: Lots, { lots, price, fee }: Fill, isStill: boolean): number {
  const value = countedValue(market, held + lots, isStill) - countedValue(market, held, isStill);
  return value - lots * price * market.unit - fee;
}

/** The cross row that the fill is on. */
interface CountedRow {
  readonly held: Lots;
  readonly leverage: Leverage;
  readonly isStill: boolean;
}

/** The tests of cover.ts for such an account: first the closing part, then the opening part. */
export function coversCounted(
  market: Market,
  { collateral, otherInitial, otherMaintenance }: CrossFigures,
  { held, leverage, isStill }: CountedRow,
  { lots, price, fee }: Fill,
): boolean {
  const closing = closingLots(held, lots);
  const opening = lots - closing;
  const feeToOpen = openingFee(fee, opening, lots);
  const rest = held + closing;
  let worth = collateral;
  if (closing !== 0) {
    const close = { lots: closing, price, fee: fee - feeToOpen };
    worth += countedGain(market, held, close, isStill);
    const gain = gainAtMark(market, closing, price, close.fee);
    const before = otherMaintenance + maintenanceOf(market, held);
    if (gain < 0 && !mayCloseTo(collateral, worth, before, otherMaintenance + maintenanceOf(market, rest)))
      return false;
    const bears = worth >= otherInitial + countedInitial(market, leverage, rest, isStill);
    if (!bears && !isNearIndex(market, close)) return false;
  }
  if (opening === 0) return true;
  worth += countedGain(market, rest, { lots: opening, price, fee: feeToOpen }, isStill);
  return worth >= otherInitial + countedInitial(market, leverage, held + lots, isStill);
}

/** d·x·(index − p) − f ≥ −⌊x·index·stop_slippage⌋ */
function isNearIndex(market: Market, { lots, price, fee }: Fill): boolean {
  const { index, unit, parameters } = market;
  const allowed = mulDivFloor(Math.abs(lots) * index * unit, parameters.stopSlippage, E10);
  return lots * (index - price) * unit - fee >= 0 - allowed;
}

/** Counted TC and ΣIM with orders of an account. Micros. */
export function countedMargin(state: State, account: AccountNumber): CrossMargin {
  const isCounted = state.behaviour >= STANDSTILL_SINCE && isAnyMarketStill(state);
  if (!isCounted || !holdsAny(state, account, standsStill)) {
    return crossMargin(state, account, null);
  }
  const { rows, accounts } = state;
  const { collateral } = countedFigures(state, account, NONE, standsStill);
  let initialWithOrders = 0;
  for (let row = accounts.firstRow(account); row !== NONE; row = rows.next(row)) {
    if (rows.isolated(row) === 1) continue;
    const market = state.markets[rows.market(row)]!;
    const size = sizeWithOrders(rows.quantity(row), rows.pendingBuy(row), rows.pendingSell(row));
    const isStill = rows.quantity(row) !== 0 && standsStill(state, market);
    initialWithOrders += countedInitial(market, leverageOf(state, market, row), size, isStill);
  }
  return { collateral, initialWithOrders };
}

/** A position's value at whichever of the two marks is worse for its owner. */
export function countedValue(market: Market, lots: Lots, isStill: boolean): number {
  const now = lots * market.mark * market.unit;
  if (!isStill || market.stillMark === 0) return now;
  return Math.min(now, lots * market.stillMark * market.unit);
}

/** IM, or for a position that stands still ⌈N × max_index_jump⌉ if that is more. */
export function countedInitial(market: Market, leverage: Leverage, lots: Lots, isStill: boolean): number {
  const notional = notionalAtMark(market, lots);
  const initial = market.ratios.initialMargin(leverage, notional);
  return isStill ? Math.max(initial, mulDivCeil(notional, market.parameters.maxIndexJump, E10)) : initial;
}

function maintenanceOf(market: Market, lots: Lots): number {
  return market.ratios.maintenanceMargin(notionalAtMark(market, lots));
}
