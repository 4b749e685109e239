// The open rows of a market in the order in which the rules visit accounts: by the bytes of the account id, cross
// before isolated. Rules 0.2. A market may have a million of them, so a radix sort distributes them by the first digits
// of their ids, and only rows with equal first digits are compared; those are few, because ids are hashes.

import type { AccountNumber, MarketNumber } from "../../base/units.ts";
import type { Accounts } from "../../memory/account/accounts.ts";
import type { State } from "../../memory/state.ts";

/** Fewer rows than this are sorted by comparison. */
const MANY = 4_096;
/** Eight hex digits after `0x`, sorted half by half. */
const DIGITS = 8;
const HALF_BITS = 16;
const HALF = 65_536;
/** The key of a system account, which has no such digits: it sorts after all users. */
const LAST = 0xffff_ffff;

/** The result is a fresh array: safe to keep while positions change. */
export function openRowsByAccount(state: State, market: MarketNumber): Iterable<number> {
  const { accounts, rows } = state;
  const open = rows.open.of(market);
  const inOrder = (a: number, b: number) =>
    rows.account(a) === rows.account(b)
      ? rows.isolated(a) - rows.isolated(b)
      : accounts.inOrder(rows.account(a), rows.account(b));
  if (open.length < MANY) return open.toSorted(inOrder);
  // Loops over typed arrays, because `from` with a function costs many times as much.
  const keys = new Uint32Array(open.length);
  for (let place = 0; place < open.length; place++) keys[place] = keyOf(accounts, rows.account(open[place]!));
  const sorted = dealt(keys);
  for (let from = 0; from < sorted.length; ) {
    const key = keys[sorted[from]!]!;
    let to = from;
    while (to < sorted.length && keys[sorted[to]!] === key) to++;
    if (to - from > 1) sorted.subarray(from, to).sort((a, b) => inOrder(open[a]!, open[b]!));
    from = to;
  }
  for (let i = 0; i < sorted.length; i++) sorted[i] = open[sorted[i]!]!;
  return sorted;
}

/** The first digits of an account id as a number. */
function keyOf(accounts: Accounts, account: AccountNumber): number {
  if (!accounts.isUser(account)) return LAST;
  let key = 0;
  for (let i = 2; i < 2 + DIGITS; i++) {
    const code = accounts.accountIdCode(account, i);
    // `0` to `9`, `a` to `f`.
    key = key * 16 + (code < 58 ? code - 48 : code - 87);
  }
  return key;
}

/** The places of keys in ascending order of the keys: sorted by their lower half, then by their upper half. */
function dealt(keys: Uint32Array): Int32Array {
  const places = new Int32Array(keys.length);
  for (let place = 0; place < places.length; place++) places[place] = place;
  return dealtBy(keys, HALF_BITS, dealtBy(keys, 0, places));
}

/** Sorts by one half of the key. Stable: places with equal halves keep their order. */
function dealtBy(keys: Uint32Array, shift: number, places: Int32Array): Int32Array {
  const next = new Int32Array(HALF + 1);
  for (let i = 0; i < places.length; i++) next[((keys[places[i]!]! >>> shift) & (HALF - 1)) + 1]!++;
  for (let half = 0; half < HALF; half++) next[half + 1]! += next[half]!;
  const out = new Int32Array(places.length);
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!;
    out[next[(keys[place]! >>> shift) & (HALF - 1)]!++] = place;
  }
  return out;
}
