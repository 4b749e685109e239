// Cover at execution, isolated margin: a row's own money after a fill, tested just before it happens. Rules 2.3 (7).
// The opening part must leave the row above maintenance; the closing part must cost no account but the row's.

import type { Leverage, Lots, Micros, RowNumber } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Fill } from "../../memory/position/fill.ts";
import type { State } from "../../memory/state.ts";
import { openingFee } from "../fees/charging.ts";
import { allocation } from "../isolated/allocation.ts";
import { closePartOf, type IsolatedHolding } from "../isolated/partial-close.ts";
import { leverageOf, notionalAtMark, unsettledPnl } from "../margin/margin.ts";
import { closingLots, gainAtMark, mayClose } from "./cover.ts";

/** An empty row. */
export const EMPTY: IsolatedHolding = { held: 0, cost: 0, margin: 0 };

export function holdingOf(state: State, row: RowNumber): IsolatedHolding {
  return { held: state.rows.quantity(row), cost: state.rows.cost(row), margin: state.rows.margin(row) };
}

/** Whether an isolated row covers a fill. */
export function coversIsolatedFill(state: State, market: Market, row: RowNumber, fill: Fill): boolean {
  return coversIsolated(market, holdingOf(state, row), leverageOf(state, market, row), fill);
}

/** The tests themselves: first the closing part, then the opening part. */
export function coversIsolated(market: Market, row: IsolatedHolding, leverage: Leverage, fill: Fill): boolean {
  const { lots, price, fee } = fill;
  const closing = closingLots(row.held, lots);
  const opening = lots - closing;
  const feeToOpen = openingFee(fee, opening, lots);
  if (closing !== 0 && !coversClose(market, row, { lots: closing, price, fee: fee - feeToOpen })) return false;
  if (opening === 0) return true;
  const base = closing === 0 ? row : EMPTY;
  const { equity, maintenance } = afterOpening(market, base, leverage, { lots: opening, price, fee: feeToOpen });
  return equity >= maintenance;
}

/** M' + U' and MM' of a row after an opening fill, with the margin allocated to it. Rules 5.9 (3). Micros. */
export function afterOpening(
  market: Market,
  row: IsolatedHolding,
  leverage: Leverage,
  { lots, price, fee }: Fill,
): { readonly equity: Micros; readonly maintenance: Micros } {
  const margin = row.margin + allocation(Math.abs(lots) * price * market.unit, leverage);
  const held = row.held + lots;
  const cost = row.cost + lots * price * market.unit + fee;
  return { equity: margin + unsettledPnl(market, held, cost), maintenance: maintenanceOf(market, held) };
}

function coversClose(market: Market, row: IsolatedHolding, { lots, price, fee }: Fill): boolean {
  const equity = row.margin + unsettledPnl(market, row.held, row.cost);
  const gain = gainAtMark(market, lots, price, fee);
  const rest = row.held + lots;
  if (rest === 0) return equity + gain >= 0;
  if (gain >= 0) return true;
  const after = closePartOf(row, lots, lots * price * market.unit, fee);
  const left = after.margin + unsettledPnl(market, rest, after.cost);
  return mayClose(equity, left, maintenanceOf(market, row.held), maintenanceOf(market, rest));
}

function maintenanceOf(market: Market, lots: Lots): number {
  return market.ratios.maintenanceMargin(notionalAtMark(market, lots));
}
