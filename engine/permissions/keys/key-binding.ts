// Binding API keys to accounts. Interface 4.1, 5.1.

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
  // Extending a key must not lift its address restriction: its secret may have leaked. A key that had ended, whether it is
  // still remembered or not, starts without one.
  const addresses = bound !== undefined && bound.expiration > state.now ? bound.addresses : EVERYWHERE;
  // The same message again changes nothing, whatever the command carries beside what was signed.
  const tag = bound !== undefined && signedAt === bound.signedAt ? bound.tag : (command.tag ?? "");
  state.keys.set({ account, key, scope, expiration, signedAt, addresses, tag });
  out.account({ type: "key_bound", account, key, at: state.now });
}

/** A new signer may have been confirmed between the check of the signature and this command. */
function refuseSigner(state: State, { account, signer }: BindKey): Rejection | null {
  if (signer === undefined || signer === null) return null;
  return state.accounts.delegateSigner(account) === signer ? null : rejection("signer_mismatch");
}

/**
 * Messages for one key take effect in the order in which they were signed: an older one that is sent again would restore what a
 * later one has taken away. The same message again changes nothing, so a client that lost its answer may repeat it.
 */
function refuseReplay(state: State, command: BindKey, bound: ApiKey | undefined): Rejection | null {
  const { signedAt, scope, expiration } = command;
  // An expired key is forgotten after a day, and with it any message that came after this one.
  if (signedAt <= state.now - DAY_MS) return rejection("timestamp_expired", { timestamp: signedAt });
  if (bound === undefined || signedAt > bound.signedAt) return null;
  const isSame = signedAt === bound.signedAt && scope === bound.scope && expiration === bound.expiration;
  if (isSame) return null;
  const detail = { timestamp: signedAt, last_timestamp: bound.signedAt };
  const expected = `timestamp ${signedAt} is not later than ${bound.signedAt}, with which this key was bound before`;
  return rejection("timestamp_expired", detail, `Timestamp expired: ${expected}`);
}

/** Binds an undated key from an older journal by the rule of that time: the first account to bind a key keeps all others out. */
function refuseUndated(state: State, { account, key }: BindKey, bound: ApiKey | undefined): Rejection | null {
  const holder = state.keys.holderOfUndated(key);
  if (holder !== NONE && holder !== account) return rejection("duplicate", {}, "the key is bound to another account");
  return bound === undefined || bound.signedAt === UNDATED
    ? null
    : rejection("timestamp_expired", { timestamp: UNDATED });
}
