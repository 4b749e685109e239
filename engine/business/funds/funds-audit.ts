// The invariants of withdrawals, deposits and nonces, recomputed from scratch. Rules 9.3, 9.4.

import { assert } from "../../base/fault.ts";
import type { Micros } from "../../base/units.ts";
import type { State } from "../../memory/state.ts";
import { isCredited } from "./deposits.ts";

export function auditFunds(state: State): void {
  const { accounts, funds } = state;
  const frozen = new Map<number, { amount: Micros; count: number }>();
  for (const { withdrawalId, account, amount, fee, state: at } of funds.withdrawals.values()) {
    assert(at !== "COMPLETED" && at !== "FAILED", "a final withdrawal is not kept", { withdrawalId, at });
    assert(amount > fee && withdrawalId <= funds.lastWithdrawalId, "a withdrawal pays something out", { withdrawalId });
    const sum = frozen.get(account) ?? { amount: 0, count: 0 };
    frozen.set(account, { amount: sum.amount + amount, count: sum.count + 1 });
  }
  for (let account = 0; account < accounts.used; account++) {
    const { amount, count } = frozen.get(account) ?? { amount: 0, count: 0 };
    assert(accounts.frozen(account) === amount, "what is frozen is on its way out", { account, amount });
    assert(accounts.openWithdrawals(account) === count, "an account counts its withdrawals", { account, count });
    const nonces =
      accounts.withdrawNonceUsed(account) <= accounts.withdrawNonce(account) &&
      accounts.settleNonceUsed(account) <= accounts.settleNonce(account) &&
      accounts.transferNonceUsed(account) <= accounts.transferNonce(account);
    assert(nonces, "no nonce was used that was not handed out", { account });
  }
  for (const { withdrawalId, transactions } of funds.withdrawals.values()) {
    for (const { sender, chainNonce } of transactions) {
      const last = funds.chainNonces.get(sender) ?? -1;
      assert(chainNonce <= last, "a transaction's number is given out", { withdrawalId, chainNonce, last });
    }
  }
  for (const { key } of funds.pending.values()) {
    // Only its chain position is checked: after a reorganization its reference may belong to another deposit.
    assert(!isCredited(state, "", key), "a credited deposit is not on its way", { key });
  }
  for (const account of funds.openedByDeposit) {
    assert(accounts.isUser(account), "an account that was opened by a deposit is a user's", { account });
  }
  for (const reference of funds.parked.keys()) {
    assert(!state.depositReferences.has(reference), "a credited deposit is not parked", { reference });
  }
}
