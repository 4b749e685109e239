// Nothing leaves an account that has a cross position which cannot be liquidated now, whichever way it would take. Rules
// 11.4. It is about what a command does, so it is asserted where money moves, once an audit has looked at the state.

import { assert } from "../base/fault.ts";
import type { AccountNumber } from "../base/units.ts";
import type { State } from "../memory/state.ts";
import { STANDSTILL_SINCE } from "./standstill.ts";

export function assertMayLeave(state: State, account: AccountNumber): void {
  if (state.behaviour < STANDSTILL_SINCE) return;
  const { rows, venue } = state;
  for (let row = 0; row < rows.used; row++) {
    if (rows.account(row) !== account || rows.isolated(row) === 1 || rows.quantity(row) === 0) continue;
    const { state: now, health, parameters } = state.markets[rows.market(row)]!;
    const rests = venue.phase === "running" || venue.phase === "grace" || venue.clockHalt;
    assert(!(rests || now === "HALTED" || health.inDoubt), "nothing leaves while a position can't be liquidated", {
      account: state.accounts.accountId(account),
      symbol: parameters.symbol,
    });
  }
}
