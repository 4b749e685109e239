// The accounts of a vault's fund, and the restrictions on them. Rules 10.

import type { NaiveState } from "../state/naive-state.ts";
import type { NaiveVault } from "../state/records/naive-vaults.ts";

export function subAccountsOf(state: NaiveState, main: number): number[] {
  return state.accounts.filter((each) => each.main === main && each.number !== main).map((each) => each.number);
}

export function vaultOfFund(state: NaiveState, account: number): NaiveVault | undefined {
  return state.vaults.vaults.find((vault) => vault.state !== "closed" && vault.fund === account);
}

/** The fund and its own sub-accounts. */
export function fundAccounts(state: NaiveState, vault: NaiveVault): number[] {
  return [vault.fund, ...subAccountsOf(state, vault.fund)];
}

/** The fund of a closing vault, and its sub-accounts, can only reduce positions. Rules 10.5. */
export function closesOnly(state: NaiveState, account: number): boolean {
  const main = state.accounts[account]?.main ?? account;
  return state.vaults.vaults.some(({ state, fund }) => state === "closing" && (fund === account || fund === main));
}
