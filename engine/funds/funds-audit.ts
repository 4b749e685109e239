// What must hold of withdrawals and nonces, recomputed from scratch. Rules 9.3, 9.4.

import { assert } from "../fault.ts";
import type { State } from "../state.ts";

export function auditFunds(state: State): void {
  const { accounts, funds } = state;
  const { columns } = accounts;
  const frozen = new Map<number, { amount: number; count: number }>();
  for (const { withdrawalId, account, amount, fee, state: at } of funds.withdrawals.values()) {
    assert(at !== "COMPLETED" && at !== "FAILED", "a final withdrawal is not kept", { withdrawalId, at });
    assert(amount > fee && withdrawalId <= funds.lastWithdrawalId, "a withdrawal pays something out", { withdrawalId });
    const sum = frozen.get(account) ?? { amount: 0, count: 0 };
    frozen.set(account, { amount: sum.amount + amount, count: sum.count + 1 });
  }
  for (let account = 0; account < accounts.used; account++) {
    const { amount, count } = frozen.get(account) ?? { amount: 0, count: 0 };
    assert(columns.frozen[account] === amount, "what is frozen is on its way out", { account, amount });
    assert(columns.openWithdrawals[account] === count, "an account counts its withdrawals", { account, count });
    const nonces =
      columns.withdrawNonceUsed[account]! <= columns.withdrawNonce[account]! &&
      columns.settleNonceUsed[account]! <= columns.settleNonce[account]! &&
      columns.transferNonceUsed[account]! <= columns.transferNonce[account]!;
    assert(nonces, "no nonce was used that was not handed out", { account });
  }
  for (const reference of funds.parked.keys()) {
    assert(!state.depositReferences.has(reference), "a credited deposit is not parked", { reference });
  }
}
