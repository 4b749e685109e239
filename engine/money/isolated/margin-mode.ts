// The margin mode of an order that names none: the account's default for the symbol, cross until it is switched. Rules
// 5.8. It is kept on the account's cross row, which a placement reads anyway.

import { NONE } from "../../base/storage/int-map.ts";
import type { SetMarginMode } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { modeOf } from "../../permissions/default-mode.ts";
import { refusesAccount } from "../../permissions/known-account.ts";
import { refuseLeavingOn } from "../../permissions/leaving.ts";
import { refuseFrozen } from "../../permissions/liquidation-freezes.ts";

export const marginModeHandlers = handlers({
  set_margin_mode: setMarginMode,
});

/**
 * Switches the default mode while no position or order is open on the symbol in the current mode. Positions and orders
 * do not change.
 */
function setMarginMode(state: State, command: SetMarginMode, answer: Answer, out: Listener): void {
  const { account, market, marginMode } = command;
  if (refusesAccount(state, account, answer)) return;
  answer.rejection = checkSwitch(state, command);
  if (answer.rejection !== null || marginMode === modeOf(state, account, market, "")) return;
  const row = state.rows.obtain(state.accounts, account, market, "CROSS");
  state.rows.setIsolatedByDefault(row, marginMode === "ISOLATED" ? 1 : 0);
  out.account({ type: "margin_mode_changed", account, market, marginMode, at: state.now });
}

function checkSwitch(state: State, { account, market, marginMode }: SetMarginMode): Rejection | null {
  const live = state.markets[market];
  if (live === undefined) return rejection("invalid_parameter", { market });
  const current = modeOf(state, account, market, "");
  const frozen = refuseFrozen(state, account, market, current);
  if (frozen !== null) return frozen;
  if (marginMode === current) return null;
  const inDoubt = refuseLeavingOn(state, account, market);
  if (inDoubt !== null) return inDoubt;
  const row = state.rows.find(account, market, current);
  if (row === NONE) return null;
  if (state.rows.quantity(row) === 0 && state.rows.orders(row) === 0) return null;
  const { symbol } = live.parameters;
  return rejection(
    "refused",
    { open_orders: state.rows.orders(row), margin_mode: current },
    `the margin mode of ${symbol} can't be switched while a ${current} position or order is open`,
  );
}
