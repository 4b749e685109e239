// What an execution moves on an isolated row besides quantity and cost: margin goes in with the part that opens, and
// comes out with the part that closes, together with its profit or loss. Rules 5.9 (3) to (6).
//
// A row's own money is M + U. What a close realizes is settled through CLEARING at once, so that a flat row has no
// cost, no margin, and nothing left to settle.

import { assert, broken } from "../../base/fault.ts";
import type { RowNumber } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Fill } from "../../memory/position/fill.ts";
import type { State } from "../../memory/state.ts";
import { clear } from "../../money/balance/clearing.ts";
import { type Movement, moveHolding } from "../../money/balance/holdings.ts";
import { closingLots } from "../../money/cover/cover.ts";
import { holdingOf } from "../../money/cover/isolated-cover.ts";
import { openingFee } from "../../money/fees/charging.ts";
import { allocation } from "../../money/isolated/allocation.ts";
import { closePartOf } from "../../money/isolated/partial-close.ts";
import { leverageOf, unsettledPnl } from "../../money/margin/margin.ts";
import { applyFill } from "../../money/position/position-fills.ts";

/**
 * A fill on an isolated row: first the part that closes, then the part that opens. A fee for both is divided by
 * quantity: the opening part's share is within its margin's buffer.
 * @returns realized PnL in micros; a report, as that of `applyFill`
 */
export function applyIsolatedFill(state: State, market: Market, row: RowNumber, fill: Fill, out: Listener): number {
  const { lots, price, fee } = fill;
  const closing = closingLots(state.rows.quantity(row), lots);
  if (closing === 0) {
    open(state, market, row, fill, out);
    return 0;
  }
  const opening = lots - closing;
  const feeToOpen = openingFee(fee, opening, lots);
  const fund = state.accounts.holding(INSURANCE);
  const realized = closeIsolated(state, market, row, { lots: closing, price, fee: fee - feeToOpen }, out);
  assert(state.accounts.holding(INSURANCE) >= fund, "no execution takes from the insurance fund", { fund, row, price });
  if (opening !== 0) open(state, market, row, { lots: opening, price, fee: feeToOpen }, out);
  return realized;
}

/** Closes an isolated row, all of it or a part, and pays out what that frees. Rules 5.9 (4), (5). */
export function closeIsolated(state: State, market: Market, row: RowNumber, fill: Fill, out: Listener): number {
  if (state.rows.quantity(row) !== -fill.lots) return closePart(state, market, row, fill, out);
  const realized = applyFill(state, market, row, fill);
  payOut(state, market, row, "isolated_close", out);
  return realized;
}

/**
 * Ends a flat isolated row: its margin and all that is unsettled leave it. The owner never gets less than nothing, so a
 * debt is the insurance fund's loss; a take-over moves everything to the fund, money or debt. Rules 5.9 (5), 7.9.
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
  if (kind === "takeover") pay(state, market, { account: INSURANCE, amount: equity, kind }, out);
  else if (equity < 0) pay(state, market, { account: INSURANCE, amount: equity, kind: "shortfall" }, out);
  else pay(state, market, { account: owner, amount: equity, kind }, out);
}

/** Opening takes margin from the balance; the fee stays in the row's cost. Rules 5.9 (3). */
function open(state: State, market: Market, row: RowNumber, fill: Fill, out: Listener): void {
  const { lots, price } = fill;
  const held = state.rows.quantity(row);
  if (!(held === 0 || held > 0 === lots > 0)) broken("what opens a position adds to it", { row, held, lots });
  const allocated = allocation(Math.abs(lots) * price * market.unit, leverageOf(state, market, row));
  applyFill(state, market, row, fill);
  state.rows.setMargin(row, state.rows.margin(row) + allocated);
  pay(state, market, { account: state.rows.account(row), amount: -allocated, kind: "margin" }, out);
}

function closePart(state: State, market: Market, row: RowNumber, fill: Fill, out: Listener): number {
  const { lots, price, fee } = fill;
  const after = closePartOf(holdingOf(state, row), lots, lots * price * market.unit, fee);
  if (after.paid + after.margin - state.rows.margin(row) !== after.settled)
    broken("what a part of a position brings goes to its owner or into its margin", {
      row,
      paid: after.paid,
      settled: after.settled,
    });
  const realized = applyFill(state, market, row, fill);
  state.rows.setCost(row, after.cost);
  state.rows.setMargin(row, after.margin);
  clear(state, market, after.settled);
  pay(state, market, { account: state.rows.account(row), amount: after.paid, kind: "isolated_close" }, out);
  return realized;
}

function pay(
  state: State,
  market: Market,
  { account, amount, kind }: Pick<Movement, "account" | "amount" | "kind">,
  out: Listener,
): void {
  if (amount !== 0) moveHolding(state, { account, amount, kind, reference: "", market: market.number }, out);
}
