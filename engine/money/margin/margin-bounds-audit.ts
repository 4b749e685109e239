// The cached bound of an account's spare money never exceeds the exact sum.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { State } from "../../memory/state.ts";
import { crossMargin } from "./margin.ts";

export function auditMarginBounds(state: State): void {
  const { accounts, marginBounds } = state;
  for (let account = 0; account < accounts.used; account++) {
    if (accounts.firstRow(account) === NONE) continue;
    const { collateral, initialWithOrders } = crossMargin(state, account, null);
    const balance = accounts.holding(account) - accounts.isolatedOrderFrozen(account);
    const kept = balance + marginBounds.atLeast(state, account, NONE);
    const exact = collateral - initialWithOrders;
    assert(kept <= exact, "no account is thought to spare more than it can", { account, kept, exact });
  }
}
