// The accounts of one owner: the main account and its sub-accounts, with their balances.

import type { Client } from "@evermark/client";
import { shortAddress } from "../../../identity/identity.ts";
import { words } from "../../../texts/words.ts";

export interface OwnedAccount {
  readonly accountId: string;
  readonly isMain: boolean;
  /** The name given by its owner; may be empty. */
  readonly description: string;
  /** Balance in USDC. */
  readonly holding: number;
  /** The most that can be moved elsewhere now, in USDC. */
  readonly withdrawable: number;
}

/** @param main a client of the main account: others get no answer */
export async function ownedAccounts(main: Client): Promise<readonly OwnedAccount[]> {
  const [{ main_account_id, rows }, balances] = await Promise.all([
    main.subAccounts.getSubAccounts(),
    main.subAccounts.getAggregateHolding(),
  ]);
  const ids = [
    { accountId: main_account_id, description: "" },
    ...rows.map(({ sub_account_id, description }) => ({ accountId: sub_account_id, description })),
  ];
  return ids.map(({ accountId, description }) => {
    const balance = balances.rows.find((row) => row.account_id === accountId);
    const { holding = 0, withdrawable = 0 } = balance ?? {};
    return { accountId, description, isMain: accountId === main_account_id, holding, withdrawable };
  });
}

export function nameOfAccount({ isMain, description, accountId }: OwnedAccount): string {
  if (isMain) return words.account.subAccounts.main;
  return description === "" ? shortAddress(accountId) : description;
}
