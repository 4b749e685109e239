// What accounts leave by when the venue is gone: for each its result, which is all that it has in the journal beyond what the
// vault itself knows of it. Holdings, isolated margin and what is frozen for withdrawals count, sub-accounts with their main account;
// what positions are worth beyond that does not, because it is no one's until it is settled, and the mark is the venue's word.

import { type BalanceLeaf, hashOfText } from "@evermark/contracts";
import type { EngineReader } from "@evermark/engine";
import type { Hex } from "viem";
import type { VaultFlows } from "./vault-flows.ts";

export interface Balances {
  /** By account, in the order of their opening. */
  readonly leaves: readonly BalanceLeaf[];
  /** Of the results of all accounts, also of those that no wallet has: the venue's own, and funds of strategy vaults. */
  readonly total: bigint;
}

type Ledger = Pick<EngineReader, "accountCount" | "account" | "balance" | "subAccounts" | "custody" | "vaults">;

export function balancesOf(engine: Ledger, flows: VaultFlows): Balances {
  const leaves: BalanceLeaf[] = [];
  for (let account = 0; account < engine.accountCount; account++) {
    const { accountId, wallet, brokerId, mainAccount } = engine.account(account);
    // What a fund has is its investors', in shares that no leaf can hold.
    const isOwned = wallet !== "" && brokerId !== "" && mainAccount === account;
    if (!isOwned || engine.vaults.vaultOfFund(account) !== undefined) continue;
    let held = heldBy(engine, account);
    for (const sub of engine.subAccounts(account)) held += heldBy(engine, sub);
    const result = BigInt(held - flows.of(account));
    const id = accountId.toLowerCase() as Hex;
    leaves.push({ accountId: id, brokerHash: hashOfText(brokerId), wallet: wallet as Hex, result });
  }
  // All accounts' balances together come to custody.
  return { leaves, total: BigInt(engine.custody - flows.total) };
}

function heldBy(engine: Ledger, account: number): number {
  const { value, unsettledPnl, frozen } = engine.balance(account);
  return value - unsettledPnl + frozen;
}
