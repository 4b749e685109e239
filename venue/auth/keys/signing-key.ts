// Which bound key a signature may come from. A key signs for the account that it is bound to, and a main account's key also for
// all its sub-accounts (rules 9.6). The same public key may be bound to several accounts by their owners; each binding is
// independent, so no account can take a key away from its owner by binding it first.

import type { KeyView } from "@evermark/engine";
import type { Venue } from "../../venue.ts";
import type { Caller } from "./caller.ts";
import { denied } from "./denied.ts";
import { EVERYWHERE, mayBeUsedFrom } from "./key-addresses.ts";
import { scopesOf } from "./scopes.ts";

/**
 * @param account -1 when there is none
 * @returns the key's binding if it has not expired; the account's own takes precedence over its main account's
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
 * @param from its address is read only when it matters
 * @throws {ApiError} -1002 when the key may not be used from there
 */
export function requireAddress(key: KeyView, from: { readonly ip: string }): void {
  if (key.addresses === EVERYWHERE || mayBeUsedFrom(key, from.ip)) return;
  throw denied("ip", "unauthorized", "ip is not allowed");
}

/** The caller with a verified key. @param timestamp the one that the key signed */
export function callerBy(key: KeyView, account: number, timestamp: number): Caller {
  return { account, ownerAccount: key.account, key: key.key, scopes: scopesOf(key.scope), timestamp };
}
