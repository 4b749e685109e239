// Changes to a bound key: removing it, and restricting the addresses from which it may be used. Interface 4.7.

import type { AccountNumber } from "../../base/units.ts";
import { ACCOUNT_COMMANDS } from "../../language/commands/account-commands.ts";
import type { RemoveKey, RestrictKey } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { boundsOf } from "../../language/field.ts";
import { rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { type ApiKey, EVERYWHERE } from "../../memory/account/keys.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesAccount } from "../known-account.ts";

const { most: ADDRESSES_LENGTH_MAX } = boundsOf(ACCOUNT_COMMANDS.restrict_key.fields.addresses);

export const keyChangeHandlers = handlers({
  remove_key: removeKey,
  restrict_key: restrictKey,
});

function removeKey(state: State, { account, key }: RemoveKey, answer: Answer, out: Listener): void {
  if (refusesAccount(state, account, answer)) return;
  const bound = findGood(state, account, key, answer);
  if (bound !== undefined) endKey(state, bound, out);
}

/** Finds a key that has not ended; refuses if it has ended or was never bound to the account. */
function findGood(state: State, account: AccountNumber, key: string, answer: Answer): ApiKey | undefined {
  const bound = state.keys.get(account, key);
  if (bound !== undefined && bound.expiration > state.now) return bound;
  answer.rejection = rejection("not_found", {}, "the key is not bound to this account, or has ended");
  return undefined;
}

/** Ends every key of an account and of its sub-accounts. */
export function endKeysOf(state: State, account: AccountNumber, out: Listener): void {
  for (const each of [account, ...state.accounts.subAccounts(account)]) {
    for (const key of state.keys.ofAccount(each, Infinity)) if (key.expiration > state.now) endKey(state, key, out);
  }
}

/** Binding it again makes a new key: the address restriction of the old one ends as well. */
function endKey(state: State, key: ApiKey, out: Listener): void {
  state.keys.set({ ...key, expiration: state.now, addresses: EVERYWHERE });
  out.account({ type: "key_removed", account: key.account, key: key.key, at: state.now });
}

function restrictKey(state: State, command: RestrictKey, answer: Answer, out: Listener): void {
  const { account, key, addresses } = command;
  if (refusesAccount(state, account, answer)) return;
  const bound = findGood(state, account, key, answer);
  if (bound === undefined) return;
  if (addresses.length > ADDRESSES_LENGTH_MAX) {
    answer.rejection = rejection("invalid_parameter", { field: "addresses", length: addresses.length });
    return;
  }
  state.keys.set({ ...bound, addresses });
  out.account({ type: "key_restricted", account, key, at: state.now });
}
