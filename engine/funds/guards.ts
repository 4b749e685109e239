// What keeps money where it is: an account in liquidation, a venue whose insurance fund owes, a strategy vault's fund.
// Rules 7.3, 10.1, 11.4.

import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";

/** No money moves and nothing is settled while an account is in liquidation. */
export function refusesFrozen(_state: State, _account: number): Rejection | null {
  return null;
}

/** Nothing leaves an account while the insurance fund is worth less than nothing. */
export function refusesSolvencyHalt(state: State): Rejection | null {
  return state.venue.solvencyHalt
    ? rejection("refused", {}, "withdrawals and transfers are halted: the insurance fund is being topped up")
    : null;
}

/** The money of a strategy vault's fund belongs to its shares and leaves it by redemption only. */
export function refusesFund(state: State, account: number): Rejection | null {
  return state.vaults.ofFund(account) === undefined
    ? null
    : rejection("refused", {}, "the account is the fund of a strategy vault: redeem shares instead");
}
