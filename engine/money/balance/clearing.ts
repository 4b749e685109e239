// The counterparty of every settlement: CLEARING takes over a row's unsettled PnL and owes it as balance, so its own equity is
// always zero and no trader's balance moves for another's. Rules 4.6. It has no history and notifies no client.

import { assert } from "../../base/fault.ts";
import type { Micros } from "../../base/units.ts";
import { CLEARING } from "../../memory/account/accounts.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";

/** CLEARING's part when `amount` of a row's unsettled PnL in a market becomes balance or isolated margin. Signed. */
export function clear(state: State, market: Market, amount: Micros): void {
  if (amount === 0) return;
  const row = state.rows.obtain(state.accounts, CLEARING, market.number, "CROSS");
  // Fetched after `obtain`, because creating CLEARING's row may have grown the table.
  assert(state.rows.quantity(row) === 0, "CLEARING has no position", { row });
  state.rows.setCost(row, state.rows.cost(row) - amount);
  state.accounts.setHolding(CLEARING, state.accounts.holding(CLEARING) - amount);
}
