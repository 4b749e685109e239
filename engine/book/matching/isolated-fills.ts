// What an execution moves on an isolated row besides quantity and cost: margin goes in with what opens, and comes out
// with what closes, together with its profit or loss. Rules 5.9 (3) to (6).
//
// A row's own money is M + U. What a close realizes is settled through CLEARING at once, so that a row that is flat has
// no cost, no margin, and nothing left to settle.

import { assert, broken } from "../../base/fault.ts";
import type { AccountNumber, Lots, Micros, RowNumber, Ticks } from "../../base/units.ts";
import type { LedgerKind, Listener } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { clear } from "../../money/balance/clearing.ts";
import { moveHolding } from "../../money/balance/holdings.ts";
import { closingLots } from "../../money/cover/cover.ts";
import { holdingOf } from "../../money/cover/isolated-cover.ts";
import { openingFee } from "../../money/fees/charging.ts";
import { allocation } from "../../money/isolated/allocation.ts";
import { closePartOf } from "../../money/isolated/partial-close.ts";
import { leverageOf, unsettledPnl } from "../../money/margin/margin.ts";
import { applyFill } from "../../money/position/position-fills.ts";

/**
 * A fill of `signed` lots at `price` on an isolated row: first what it closes, then what it opens. The fee of one that
 * does both is divided by quantity: what opens has its margin's buffer for its own.
 * @returns realized PnL in micros; a report, as that of `applyFill`
 */
export function applyIsolatedFill(
  state: State,
  market: Market,
  row: RowNumber,
  signed: Lots,
  price: Ticks,
  fee: Micros,
  out: Listener,
): number {
  const closing = closingLots(state.rows.quantity(row), signed);
  if (closing === 0) {
    open(state, market, row, signed, price, fee, out);
    return 0;
  }
  const feeToOpen = openingFee(fee, signed - closing, signed);
  const fund = state.accounts.holding(INSURANCE);
  const realized = closeIsolated(state, market, row, closing, price, fee - feeToOpen, out);
  assert(state.accounts.holding(INSURANCE) >= fund, "no execution takes from the insurance fund", { fund, row, price });
  if (closing !== signed) open(state, market, row, signed - closing, price, feeToOpen, out);
  return realized;
}

/** Closes `signed` lots of an isolated row, all of it or a part, and pays out what that frees. Rules 5.9 (4), (5). */
export function closeIsolated(
  state: State,
  market: Market,
  row: RowNumber,
  signed: Lots,
  price: Ticks,
  fee: Micros,
  out: Listener,
): number {
  if (state.rows.quantity(row) === -signed) {
    const realized = applyFill(state, market, row, signed, price, fee);
    payOut(state, market, row, "isolated_close", out);
    return realized;
  }
  return closePart(state, market, row, signed, price, fee, out);
}

/**
 * Ends a flat isolated row: its margin and all that is unsettled leave it. To its owner goes no less than nothing, the
 * rest is the insurance fund's loss; a take-over leaves everything to the fund, be it money or debt. Rules 5.9 (5), 7.9.
 */
export function payOut(
  state: State,
  market: Market,
  row: RowNumber,
  kind: "isolated_close" | "takeover",
  out: Listener,
): void {
  assert(state.rows.quantity(row) === 0, "an isolated row is flat when it is paid out", {
    row,
    quantity: state.rows.quantity(row),
  });
  const unsettled = unsettledPnl(market, 0, state.rows.cost(row));
  const equity = state.rows.margin(row) + unsettled;
  state.rows.setCost(row, 0);
  state.rows.setMargin(row, 0);
  const owner = state.rows.account(row);
  clear(state, market, unsettled);
  if (kind === "takeover") pay(state, market, INSURANCE, equity, "takeover", out);
  else if (equity < 0) pay(state, market, INSURANCE, equity, "shortfall", out);
  else pay(state, market, owner, equity, "isolated_close", out);
}

/** What is opened takes its margin along; the fee stays in the row's cost. Rules 5.9 (3). */
function open(
  state: State,
  market: Market,
  row: RowNumber,
  signed: Lots,
  price: Ticks,
  fee: Micros,
  out: Listener,
): void {
  const held = state.rows.quantity(row);
  if (!(held === 0 || held > 0 === signed > 0)) broken("what opens a position adds to it", { row, held, signed });
  const allocated = allocation(Math.abs(signed) * price * market.unit, leverageOf(state, market, row));
  applyFill(state, market, row, signed, price, fee);
  state.rows.setMargin(row, state.rows.margin(row) + allocated);
  pay(state, market, state.rows.account(row), -allocated, "margin", out);
}

function closePart(
  state: State,
  market: Market,
  row: RowNumber,
  signed: Lots,
  price: Ticks,
  fee: Micros,
  out: Listener,
): number {
  const after = closePartOf(holdingOf(state, row), signed, signed * price * market.unit, fee);
  if (after.paid + after.margin - state.rows.margin(row) !== after.settled)
    broken("what a part of a position brings goes to its owner or into its margin", {
      row,
      paid: after.paid,
      settled: after.settled,
    });
  const realized = applyFill(state, market, row, signed, price, fee);
  state.rows.setCost(row, after.cost);
  state.rows.setMargin(row, after.margin);
  clear(state, market, after.settled);
  pay(state, market, state.rows.account(row), after.paid, "isolated_close", out);
  return realized;
}

function pay(
  state: State,
  market: Market,
  account: AccountNumber,
  amount: Micros,
  kind: LedgerKind,
  out: Listener,
): void {
  if (amount === 0) return;
  moveHolding(state, { account, amount, kind, reference: "", market: market.number }, out);
}
