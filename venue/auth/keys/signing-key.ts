// Which bound key a signature may be of. A key signs for the account that it is bound to, and a main account's for all its
// sub-accounts (rules 9.6). The same public key may be bound to other accounts, by their owners: it counts for each of
// them by itself, so no account can take a key away from its owner by binding it first.

import type { KeyView } from "@evermark/engine";
import type { Venue } from "../../venue.ts";
import type { Caller } from "./caller.ts";
import { denied } from "./denied.ts";
import { EVERYWHERE, mayBeUsedFrom } from "./key-addresses.ts";
import { scopesOf } from "./scopes.ts";

/**
 * @param account -1 when there is none
 * @returns the key's binding while it is good; an account's own before that of its main account
 */
export function findSigningKey({ engine, clock }: Venue, account: number, key: string): KeyView | undefined {
  if (account < 0) return undefined;
  const now = clock.now();
  const own = engine.findKey(account, key);
  if (own !== undefined && own.expiration > now) return own;
  const main = engine.account(account).mainAccount;
  const inherited = main === account ? undefined : engine.findKey(main, key);
  return inherited !== undefined && inherited.expiration > now ? inherited : undefined;
}

/**
 * @param from whose address is asked for only when it matters
 * @throws {ApiError} -1002 when the key may not be used from there
 */
export function requireAddress(key: KeyView, from: { readonly ip: string }): void {
  if (key.addresses === EVERYWHERE || mayBeUsedFrom(key, from.ip)) return;
  throw denied("ip", "unauthorized", "ip is not allowed");
}

/** Who asks, with a key that is known to be theirs. @param timestamp that it signed */
export function callerBy(key: KeyView, account: number, timestamp: number): Caller {
  return { account, ownerAccount: key.account, key: key.key, scopes: scopesOf(key.scope), timestamp };
}
