// Looking up the account of a wallet. Interface 4.1, errors 8.1.

import { accountIdOf } from "@evermark/interface/account-id.ts";
import { registration } from "@evermark/interface/registration.ts";
import { refusal } from "../api-error.ts";
import type { Venue } from "../venue.ts";
import { type Binding, bind } from "./binding.ts";

/**
 * The account of a wallet under a builder.
 * @throws {ApiError} -1006 when none was opened
 */
export function accountOf(venue: Venue, wallet: string, brokerId: string): number {
  const account = venue.engine.findAccount(accountIdOf(wallet, brokerId));
  if (account < 0) throw refusal("not_found", "account does not exist");
  return account;
}

export const getAccount: Binding = bind(registration.getAccount, ({ venue, query }) => {
  // No account belongs to a wallet of another chain.
  if (query.chain_type === "SOL") throw refusal("not_found", "account does not exist");
  const { userId, accountId } = venue.engine.account(accountOf(venue, query.address, query.broker_id));
  return { user_id: userId, account_id: accountId };
});
