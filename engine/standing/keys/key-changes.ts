// What becomes of a key after it was bound: it is removed, or may be used from some addresses only. Interface 4.7.

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

/** A key that has not ended; refuses for one that has, or was never bound to the account. */
function findGood(state: State, account: AccountNumber, key: string, answer: Answer): ApiKey | undefined {
  const bound = state.keys.get(account, key);
  if (bound !== undefined && bound.expiration > state.now) return bound;
  answer.rejection = rejection("not_found", {}, "the key is not bound to this account, or has ended");
  return undefined;
}

/** Every key that was bound to an account or to one of its sub-accounts. */
export function endKeysOf(state: State, account: AccountNumber, out: Listener): void {
  for (const each of [account, ...state.accounts.subAccounts(account)]) {
    for (const key of state.keys.ofAccount(each, Infinity)) if (key.expiration > state.now) endKey(state, key, out);
  }
}

/** Who binds it anew has a new key: the former one's addresses go with it. */
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
