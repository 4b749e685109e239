// Moving balance into an isolated position and back. Rules 5.9 (7). Added margin moves the position's liquidation price
// away, removed margin moves it closer, and must leave at least its initial margin.

import { assert } from "../../base/fault.ts";
import { microsText } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { RowNumber } from "../../base/units.ts";
import type { MovePositionMargin } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { carriedOutOnce } from "../../permissions/keys/request-once.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { refuseLeaving, refuseLeavingOn, refuseOnRow } from "../../permissions/leaving.ts";
import { assertMayLeave } from "../../permissions/leaving-audit.ts";
import { refuseFrozen } from "../../permissions/liquidation-freezes.ts";
import { STANDSTILL_SINCE } from "../../permissions/standstill.ts";
import { moveHolding } from "../balance/holdings.ts";
import { leverageOf, notionalAtMark, unsettledPnl } from "../margin/margin.ts";
import { withdrawable } from "../margin/withdrawable.ts";

export const positionMarginHandlers = handlers({
  move_position_margin: carriedOutOnce(movePositionMargin),
});

function movePositionMargin(state: State, command: MovePositionMargin, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  answer.rejection = refuseMove(state, command);
  if (answer.rejection === null) moveMargin(state, command, out);
}

/** Makes the change; nothing can fail once `refuseMove` allows it. */
export function moveMargin(state: State, command: MovePositionMargin, out: Listener): void {
  const { account, market: number, direction, amount } = command;
  const row = state.rows.find(account, number, "ISOLATED");
  if (state.isAudited && direction === "ADD") assertMayLeave(state, account);
  const added = direction === "ADD" ? amount : -amount;
  const margin = state.rows.margin(row) + added;
  // Margin that a loss has left negative may be refilled in steps.
  assert(direction === "ADD" || margin >= 0, "no more margin is taken out than is there", { account, row, margin });
  state.rows.setMargin(row, margin);
  state.rows.setUpdatedAt(row, state.now);
  state.rows.setVersion(row, state.rows.version(row) + 1);
  moveHolding(state, { account, amount: 0 - added, kind: "margin", reference: "", market: number }, out);
  out.position(account, number, "ISOLATED");
}

/** max(0, M − IM + min(0, U)): the part of an isolated row's margin that its position does not need, micros. */
export function reducibleMargin(state: State, market: Market, row: RowNumber): number {
  const held = state.rows.quantity(row);
  const initial = market.ratios.initialMargin(leverageOf(state, market, row), notionalAtMark(market, held));
  return Math.max(0, state.rows.margin(row) - initial + Math.min(0, unsettledPnl(market, held, state.rows.cost(row))));
}

/**
 * Margin added to an isolated position is out of reach of the cross positions' liquidation; margin removed from one is
 * no longer there for its own. Rules 11.4.
 */
function refuseWhileStill(state: State, { account, market, direction }: MovePositionMargin): Rejection | null {
  if (direction === "ADD") return refuseLeaving(state, account);
  if (state.behaviour < STANDSTILL_SINCE) return refuseLeavingOn(state, account, market);
  return refuseOnRow(state, account, market, "ISOLATED");
}

/** Why margin may not be moved, or null. */
export function refuseMove(state: State, c: MovePositionMargin): Rejection | null {
  const market = state.markets[c.market];
  if (market === undefined) return rejection("invalid_parameter", { market: c.market });
  if (!(c.amount > 0)) {
    return rejection("invalid_parameter", { field: "amount" }, "amount is invalid: expected a positive number");
  }
  const row = state.rows.find(c.account, c.market, "ISOLATED");
  if (row === NONE || state.rows.quantity(row) === 0) {
    const { symbol } = market.parameters;
    return rejection("not_found", { symbol }, `no isolated position is open on ${symbol}`);
  }
  const frozen = refuseFrozen(state, c.account, c.market, "ISOLATED");
  if (frozen !== null) return frozen;
  const held = refuseWhileStill(state, c);
  if (held !== null) return held;
  const available = c.direction === "ADD" ? withdrawable(state, c.account) : reducibleMargin(state, market, row);
  if (c.amount <= available) return null;
  return rejection("insufficient_margin", {
    required: microsText(c.amount),
    available: microsText(available),
  });
}
