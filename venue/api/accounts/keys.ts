// An account's keys: listing them, removing them, and restricting them to addresses. Interface 4.7, errors 5 and 8.1.
//
// A key may change another key only if its own scopes include all of the other's. Otherwise a read-only key could stop
// the one that trades, or open to every address a stolen key that works only from its owner's addresses. The wallet
// needs no key for this: it can bind a key again with any scope.

import type { KeyView } from "@evermark/engine";
import { keys } from "@evermark/interface/accounts/keys.ts";
import type { Caller } from "../../auth/keys/caller.ts";
import { EVERYWHERE, NOWHERE, readAddresses } from "../../auth/keys/key-addresses.ts";
import { requireScope, scopesOf } from "../../auth/keys/scopes.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { invalid, refusal } from "../../wire/api-error.ts";

const LISTED_MAX = 500;

const getKeys = bind(keys.getKeys, ({ venue, caller, query }) => {
  const now = venue.clock.now();
  const rows = venue.engine.keysOf(caller.account).map((key) => presentKey(key, now));
  const wanted = rows.filter((row) => query.key_status === undefined || row.key_status === query.key_status);
  return { rows: wanted.slice(0, LISTED_MAX) };
});

function presentKey(key: KeyView, now: number) {
  return {
    svc_key: key.key,
    key_status: key.expiration > now ? ("ACTIVE" as const) : ("REMOVED" as const),
    scope: key.scope,
    expiration: key.expiration,
    tag: tagOf(key),
    ip_restriction_list: listOf(key),
    ip_restriction_status: statusOf(key),
  };
}

const tagOf = ({ tag }: KeyView): string | null => (tag === "" ? null : tag);

function listOf({ addresses }: KeyView): string[] {
  return addresses === EVERYWHERE || addresses === NOWHERE ? [] : addresses.split(",");
}

function statusOf({ addresses }: KeyView): "ALLOW_ALL_IPS" | "DISALLOW_ALL_IPS" | "ALLOW_RESTRICTION_LIST" {
  if (addresses === EVERYWHERE) return "ALLOW_ALL_IPS";
  return addresses === NOWHERE ? "DISALLOW_ALL_IPS" : "ALLOW_RESTRICTION_LIST";
}

const removeKey = bind(keys.removeKey, async (context) => {
  const { venue, caller, body } = context;
  const { account, key } = requireChangeable(venue, caller, body.svc_key);
  await context.submit({ type: "remove_key", account, key });
  return undefined;
});

const getRestriction = bind(keys.getRestriction, ({ venue, caller, query }) => {
  const key = requireKey(venue, caller, query.svc_key);
  const account_id = venue.engine.account(caller.account).accountId;
  return { account_id, svc_key: key.key, ip_restriction_list: listOf(key), tag: tagOf(key) };
});

const setRestriction = bind(keys.setRestriction, async (context) => {
  const { venue, caller, query, body } = context;
  const name = given("svc_key", query.svc_key ?? body.svc_key);
  const list = query.ip_restriction_list ?? body.ip_restriction_list;
  const addresses = addressesOf(given("ip_restriction_list", typeof list === "object" ? list.join(",") : list));
  const { account, key } = requireChangeable(venue, caller, name);
  await context.submit({ type: "restrict_key", account, key, addresses });
  return { ip_restriction_list: addresses.split(",") };
});

/** @throws {ApiError} -1005 for an invalid entry, or for too many of them */
function addressesOf(list: string): string {
  const addresses = readAddresses(list);
  if (typeof addresses === "string") return addresses;
  const what = addresses.kind === "count" ? `${addresses.count} entries` : JSON.stringify(addresses.entry.slice(0, 64));
  const expected = "at most 20 addresses, networks such as 192.0.2.0/24, or ranges such as 192.0.2.1-192.0.2.9";
  throw invalid(`ip_restriction_list is invalid: ${what}, expected ${expected}`);
}

const resetRestriction = bind(keys.resetRestriction, async (context) => {
  const { venue, caller, query, body } = context;
  const name = given("svc_key", query.svc_key ?? body.svc_key);
  const mode = given("reset_mode", query.reset_mode ?? body.reset_mode);
  const { account, key } = requireChangeable(venue, caller, name);
  const addresses = mode === "ALLOW_ALL_IPS" ? EVERYWHERE : NOWHERE;
  await context.submit({ type: "restrict_key", account, key, addresses });
  return undefined;
});

/** @throws {ApiError} -1005 when the value is in neither the query nor the body */
function given<Value extends string>(name: string, value: Value | undefined): Value {
  if (value === undefined || value === "") throw invalid(`${name} must not be blank`);
  return value;
}

/** @throws {ApiError} -1006 for a key that was never bound to this account, or so long ago that it is forgotten */
function requireKey({ engine }: Venue, { account }: Caller, name: string): KeyView {
  const key = engine.findKey(account, name);
  if (key === undefined) throw refusal("not_found", "the key is not bound to this account");
  return key;
}

/** @throws {ApiError} also -1002 when the caller's key lacks one of this key's scopes */
function requireChangeable(venue: Venue, caller: Caller, name: string): KeyView {
  const key = requireKey(venue, caller, name);
  for (const scope of scopesOf(key.scope)) requireScope(caller.scopes, [scope]);
  return key;
}

export const keyBindings: readonly Binding[] = [getKeys, removeKey, getRestriction, setRestriction, resetRestriction];
