// Asserts that no money leaves an account with a cross position that cannot be liquidated now, by any path. Rules 11.4. The
// invariant is about the effect of a command, so it is asserted where money moves, once an audit has run on the state.

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
