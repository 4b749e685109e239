// The rows of a market with a position, in the order in which the rules visit accounts: by the bytes of the account id,
// cross before isolated. Rules 0.2. A market may have a million of them, and account ids are hashes, so they are dealt
// into buckets by their first digits, and only the few of one bucket are compared.

import type { Accounts } from "../account/accounts.ts";
import type { State } from "../state.ts";

/** The four hex digits after `0x`. */
const BUCKETS = 65_536;
const FEW = 4_096;

/** Fresh at each call; safe to keep while positions change. */
export function openRowsByAccount(state: State, market: number): readonly number[] {
  const { accounts, rows } = state;
  const { account, isolated } = rows.columns;
  const open = rows.open.of(market);
  const inOrder = (a: number, b: number) =>
    account[a] === account[b] ? isolated[a]! - isolated[b]! : accounts.inOrder(account[a]!, account[b]!);
  if (open.length <= FEW) return open.toSorted(inOrder);
  // A system account has no `0x` before its name, and comes after all users.
  const buckets: number[][] = Array.from({ length: BUCKETS + 1 }, () => []);
  for (const row of open) buckets[bucketOf(accounts, account[row]!)]!.push(row);
  return buckets.flatMap((bucket) => (bucket.length > 1 ? bucket.sort(inOrder) : bucket));
}

function bucketOf(accounts: Accounts, account: number): number {
  if (!accounts.isUser(account)) return BUCKETS;
  const id = accounts.accountId[account]!;
  let bucket = 0;
  for (let i = 2; i < 6; i++) bucket = bucket * 16 + digit(id.charCodeAt(i));
  return bucket;
}

/** Of `0` to `9` and `a` to `f`. */
function digit(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}
