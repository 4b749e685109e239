// An account's owner binds API keys. Interface 4.1, 5.1.

import { DAY_MS } from "../../base/numbers/calendar.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { UNDATED } from "../../language/commands/account-commands.ts";
import type { BindKey } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { type ApiKey, EVERYWHERE } from "../../memory/account/keys.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { refusesAccount } from "../known-account.ts";

export const keyBindingHandlers = handlers({
  bind_key: bindKey,
});

function bindKey(state: State, command: BindKey, answer: Answer, out: Listener): void {
  if (refusesAccount(state, command.account, answer)) return;
  const { account, key, scope, expiration, signedAt } = command;
  const bound = state.keys.get(account, key);
  const refused =
    refuseSigner(state, command) ??
    (signedAt === UNDATED ? refuseUndated(state, command, bound) : refuseReplay(state, command, bound));
  if (refused !== null) {
    answer.rejection = refused;
    return;
  }
  // A client that has lost a key's secret must not find it wide open because the key was prolonged. One that had ended,
  // whether it is still remembered or not, begins anew.
  const addresses = bound !== undefined && bound.expiration > state.now ? bound.addresses : EVERYWHERE;
  // The same message again changes nothing, whatever is written beside what was signed.
  const tag = bound !== undefined && signedAt === bound.signedAt ? bound.tag : (command.tag ?? "");
  state.keys.set({ account, key, scope, expiration, signedAt, addresses, tag });
  out.account({ type: "key_bound", account, key, at: state.now });
}

/** Between a signature's check and this command another signer may have taken office. */
function refuseSigner(state: State, { account, signer }: BindKey): Rejection | null {
  if (signer === undefined || signer === null) return null;
  return state.accounts.delegateSigner(account) === signer ? null : rejection("signer_mismatch");
}

/**
 * Messages of one key count in the order in which they were signed: an older one that comes again would bring back what a
 * later one has taken away. The same one again changes nothing, so a client that lost its answer may ask for it.
 */
function refuseReplay(state: State, command: BindKey, bound: ApiKey | undefined): Rejection | null {
  const { signedAt, scope, expiration } = command;
  // A key that expired is forgotten after a day, and what came after this message with it.
  if (signedAt <= state.now - DAY_MS) return rejection("timestamp_expired", { timestamp: signedAt });
  if (bound === undefined || signedAt > bound.signedAt) return null;
  const isSame = signedAt === bound.signedAt && scope === bound.scope && expiration === bound.expiration;
  if (isSame) return null;
  const detail = { timestamp: signedAt, last_timestamp: bound.signedAt };
  const expected = `timestamp ${signedAt} is not later than ${bound.signedAt}, with which this key was bound before`;
  return rejection("timestamp_expired", detail, `Timestamp expired: ${expected}`);
}

/** What a journal holds that is older than the field, is done as it was then: the first account kept all others out. */
function refuseUndated(state: State, { account, key }: BindKey, bound: ApiKey | undefined): Rejection | null {
  const holder = state.keys.holderOfUndated(key);
  if (holder !== NONE && holder !== account) return rejection("duplicate", {}, "the key is bound to another account");
  return bound === undefined || bound.signedAt === UNDATED
    ? null
    : rejection("timestamp_expired", { timestamp: UNDATED });
}
