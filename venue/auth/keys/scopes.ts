// What a key may do. A scope is a comma-separated list of words, without spaces and without repeats; `trading` implies
// `read`. Interface 5.1, errors 5.

import type { OperatorRole, Scope } from "@evermark/interface/rows/endpoint.ts";
import type { Caller } from "./caller.ts";
import { denied } from "./denied.ts";

const WORDS: readonly Scope[] = ["read", "trading", "asset"];

/** The words of a key's scope; undefined when any is unknown, repeated or spaced, or there are none. */
export function parseScope(text: string): ReadonlySet<Scope> | undefined {
  const words = text.split(",");
  const scopes = new Set(WORDS.filter((word) => words.includes(word)));
  return scopes.size === words.length ? scopes : undefined;
}

// There are few distinct texts (three words in any order), so each set is built once.
const parsed = new Map<string, ReadonlySet<Scope>>();
const nothing: ReadonlySet<Scope> = new Set();

/** The scopes of a bound key. */
export function scopesOf(text: string): ReadonlySet<Scope> {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const scopes = parseScope(text);
  if (scopes === undefined) return nothing;
  parsed.set(text, scopes);
  return scopes;
}

/** Whether any of the needed scopes is held; `trading` includes `read`. */
export function isAllowed(held: ReadonlySet<Scope>, needed: readonly Scope[]): boolean {
  return needed.some((scope) => held.has(scope) || (scope === "read" && held.has("trading")));
}

/** @throws {ApiError} -1002 when none of the needed scopes is held; if `needed` is undefined, any key will do */
export function requireScope(held: ReadonlySet<Scope>, needed: readonly Scope[] | undefined): void {
  if (needed === undefined || isAllowed(held, needed)) return;
  throw denied("scope", "unauthorized", `scope ${needed[0]} is required`);
}

/** Checks the role of a console key; every role allows viewing. @throws {ApiError} -1002 when the key lacks the role */
export function requireRole({ operator }: Caller, needed: OperatorRole | undefined): void {
  if (needed === undefined || operator === undefined || needed === "view" || operator.roles.includes(needed)) return;
  throw denied("scope", "unauthorized", `role ${needed} is required`);
}
