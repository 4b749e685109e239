// What accounts can exit with when the venue is gone: for each account its result, which is everything it has in the
// journal beyond what the vault itself has counted for it. Holdings, isolated margin and amounts frozen for withdrawals
// count, and sub-accounts count with their main account. Unsettled profit and loss of positions does not: it belongs to
// no one until it is settled, and the mark price is only the venue's word.

import { type BalanceLeaf, hashOfText } from "@evermark/contracts";
import type { EngineReader } from "@evermark/engine";
import type { Hex } from "viem";
import type { VaultFlows } from "./vault-flows.ts";

export interface Balances {
  /** One per account, in the order the accounts were opened. */
  readonly leaves: readonly BalanceLeaf[];
  /** Sum of all accounts' results, including those without a wallet: the venue's own, and funds of strategy vaults. */
  readonly total: bigint;
}

type Ledger = Pick<EngineReader, "accountCount" | "account" | "balance" | "subAccounts" | "custody" | "vaults">;

export function balancesOf(engine: Ledger, flows: VaultFlows): Balances {
  const leaves: BalanceLeaf[] = [];
  for (let account = 0; account < engine.accountCount; account++) {
    const { accountId, wallet, brokerId, mainAccount } = engine.account(account);
    // A fund's assets are its investors', in shares that no leaf can represent.
    const isOwned = wallet !== "" && brokerId !== "" && mainAccount === account;
    if (!isOwned || engine.vaults.vaultOfFund(account) !== undefined) continue;
    let held = heldBy(engine, account);
    for (const sub of engine.subAccounts(account)) held += heldBy(engine, sub);
    const result = BigInt(held - flows.of(account));
    const id = accountId.toLowerCase() as Hex;
    leaves.push({ accountId: id, brokerHash: hashOfText(brokerId), wallet: wallet as Hex, result });
  }
  // The balances of all accounts add up to custody.
  return { leaves, total: BigInt(engine.custody - flows.total) };
}

function heldBy(engine: Ledger, account: number): number {
  const { value, unsettledPnl, frozen } = engine.balance(account);
  return value - unsettledPnl + frozen;
}
