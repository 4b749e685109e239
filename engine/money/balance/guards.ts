// Refusals that keep money in place: for an account in liquidation, for a venue whose insurance fund owes or whose
// clock is in doubt, for a strategy vault's fund. Rules 7.3, 10.1, 11.4.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber } from "../../base/units.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Vault } from "../../memory/business/vaults.ts";
import type { State } from "../../memory/state.ts";
import { refuseFrozen } from "../../permissions/liquidation-freezes.ts";

/** No money moves and nothing is settled while an account is in liquidation. */
export function refusesFrozen(state: State, account: AccountNumber): Rejection | null {
  return refuseFrozen(state, account, NONE, "CROSS");
}

/** No money leaves an account while the insurance fund's collateral is negative, or the venue's clock is in doubt. */
export function refusesMoneyHalt({ venue }: State): Rejection | null {
  if (!venue.solvencyHalt && !venue.clockHalt) return null;
  const why = venue.solvencyHalt ? "the insurance fund is being topped up" : "the venue's clock is in doubt";
  return rejection("refused", {}, `withdrawals and transfers are halted: ${why}`);
}

/** The strategy vault that an account's money belongs to: the account is its fund, or a sub-account of its fund. */
export function vaultOver(state: State, account: AccountNumber): Vault | undefined {
  return state.vaults.ofFund(account) ?? state.vaults.ofFund(state.accounts.owner(account));
}

/**
 * The money of a fund belongs to its shares and leaves it only by redemption; receivers `to` within the same fund are allowed.
 */
export function refusesFund(state: State, account: AccountNumber, to: readonly number[]): Rejection | null {
  const vault = vaultOver(state, account);
  if (vault === undefined || (to.length > 0 && to.every((each) => vaultOver(state, each) === vault))) return null;
  return rejection("refused", {}, "the account is the fund of a strategy vault: redeem shares instead");
}
