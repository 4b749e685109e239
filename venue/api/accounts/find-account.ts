// Looks up a wallet's accounts, and the terms of a key. Interface 4.1, errors 8.1.

import { registration } from "@evermark/interface/accounts/registration.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { refusal } from "../../wire/api-error.ts";
import { accountOf } from "../named/named-account.ts";

export const getAccount: Binding = bind(registration.getAccount, ({ venue, query }) => {
  // Wallets of the other chain type own no accounts here.
  if (query.chain_type === "SOL") throw refusal("not_found", "account does not exist");
  const { userId, accountId } = venue.engine.account(accountOf(venue, query.address, query.broker_id));
  return { user_id: userId, account_id: accountId };
});

const getAllAccounts = bind(registration.getAllAccounts, ({ venue, query }) => {
  const main = accountOf(venue, query.address, query.broker_id);
  const rows = [main, ...venue.engine.subAccounts(main)].map((account) => {
    const { userId, accountId } = venue.engine.account(account);
    const account_type = account === main ? ("main" as const) : ("sub" as const);
    return { user_id: userId, account_id: accountId, account_type };
  });
  return { rows };
});

/**
 * Takes the key's name as signed requests spell it. A key of another account is as unknown as one that was never bound.
 */
const getKey = bind(registration.getKey, ({ venue: { engine }, query }) => {
  const key = engine.findKey(engine.findAccount(query.account_id), query.svc_key);
  if (key === undefined) throw refusal("not_found", "the key is not bound to this account");
  const terms = { svc_key: query.svc_key, scope: key.scope, expiration: key.expiration };
  return key.tag === "" ? terms : { ...terms, tag: key.tag };
});

export const accountLookup: readonly Binding[] = [getAccount, getAllAccounts, getKey];
