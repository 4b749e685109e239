// Books one side of a position that changes hands, or ends, without a trade: at the mark price, without a trading fee
// and without effect on the last price. Rules 5.9 (4), (5), 7.5, 7.7 to 7.10, 11.3.

import { assert } from "../../base/fault.ts";
import type { Lots, Micros, RowNumber } from "../../base/units.ts";
import { closeIsolated, payOut } from "../../book/matching/isolated-fills.ts";
import { cancelClosedReduceOnly } from "../../book/orders/open-orders.ts";
import { limitReserve } from "../../book/orders/reserve-limit.ts";
import type { Listener, PositionTransfer } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { PURSES_SINCE } from "../../memory/liquidation/purses.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { closingReserve } from "../../money/isolated/order-reserve.ts";
import { applyFill } from "../../money/position/position-fills.ts";

export interface Transfer {
  readonly row: RowNumber;
  /** The change of the row, signed lots. An isolated row can only be reduced or closed: positions arrive on cross rows. */
  readonly quantity: Lots;
  /** What the row is charged, micros; negative when it earns. */
  readonly fee: Micros;
  /**
   * Decides where an isolated row's margin goes. "liquidation": it stays until the row is flat, then the owner gets the
   * rest. "takeover": the fund gets margin or debt. Others: as in a close by trade.
   */
  readonly kind: PositionTransfer["kind"];
  /**
   * For a position that arrives at the insurance fund: the money that comes with it, micros at the index; default 0. Rules 7.7.
   */
  readonly brought?: Micros;
}

/** Books one side of a transfer at the mark price. @returns realized PnL, micros */
export function transferAtMark(state: State, market: Market, transfer: Transfer, out: Listener): number {
  const { row, quantity, fee, kind } = transfer;
  const owner = state.rows.account(row);
  const before = state.rows.quantity(row);
  assert(quantity !== 0, "a transfer moves a position", { row, kind, before });
  const reserved = closingReserve(state, row, before);
  const marginMode = state.rows.isolated(row) === 1 ? "ISOLATED" : "CROSS";
  const realized =
    marginMode === "CROSS"
      ? applyFill(state, market, row, { lots: quantity, price: market.mark, fee })
      : closeAtMark(state, market, transfer, before, out);
  const after = state.rows.quantity(row);
  assert(after === before + quantity, "a transfer moves so much of a position and no more", {
    row,
    kind,
    before,
    after,
  });
  if (owner === INSURANCE) fillPurse(state, market, before, transfer);
  state.digest.add(owner);
  state.digest.add(quantity);
  state.digest.add(realized);
  out.transfer({
    account: owner,
    market: market.number,
    marginMode,
    kind,
    quantity: quantity,
    price: market.mark,
    fee: fee,
    realizedPnl: realized,
    at: state.now,
  });
  out.position(owner, market.number, marginMode);
  cancelClosedReduceOnly(state, row, before, out);
  if (marginMode === "ISOLATED") limitReserve(state, row, before, reserved, out);
  return realized;
}

function fillPurse(state: State, market: Market, before: Lots, { row, brought = 0 }: Transfer): void {
  if (state.behaviour < PURSES_SINCE) return;
  const { purses } = state.liquidations;
  const after = state.rows.quantity(row);
  purses.follow(market.number, before, after, brought);
  const worth = purses.of(market.number);
  assert(after !== 0 || worth === 0, "the fund has no purse without a position", { market: market.number, worth });
}

function closeAtMark(state: State, market: Market, transfer: Transfer, before: Lots, out: Listener): number {
  const { row, quantity, fee, kind } = transfer;
  const closes = before > 0 ? quantity < 0 && quantity >= -before : quantity > 0 && quantity <= -before;
  assert(closes, "a transfer closes an isolated row, and no more", { row, before, quantity });
  const fill = { lots: quantity, price: market.mark, fee };
  if (kind === "adl") return closeIsolated(state, market, row, fill, out);
  const realized = applyFill(state, market, row, fill);
  if (before + quantity === 0) payOut(state, market, row, kind === "takeover" ? "takeover" : "isolated_close", out);
  return realized;
}
