// Finds the engine's number of an account by its wallet and its builder's id. Interface 4.1, errors 8.1.

import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";

/**
 * The account of a wallet under a builder.
 * @throws {ApiError} -1006 when none was opened
 */
export function accountOf(venue: Venue, wallet: string, brokerId: string): number {
  const account = venue.engine.findAccount(accountIdOf(wallet, brokerId));
  if (account < 0 || venue.engine.funds.isOpenedByDeposit(account))
    throw refusal("not_found", "account does not exist");
  return account;
}
