// The purse of each of the fund's rows: the money that came with the row, at the index. No money moves with a purse; it
// bounds what a discount may cost. Rules 7.7, 7.8.

import { absolute, divideFloor } from "../../numbers/exact-numbers.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";

export function purseOf(state: NaiveState, market: NaiveMarket): bigint {
  return state.liquidations.purses[market.number] ?? 0n;
}

/** The share of a row's purse that belongs to a part of the row, both unsigned. */
export function purseShare(purse: bigint, part: bigint, all: bigint): bigint {
  return all === 0n ? 0n : divideFloor(purse * part, all);
}

/**
 * Updates the purse when the row goes from one signed quantity to another; `brought` is the money that came with the
 * arrival, at the index.
 */
export function followRow(state: NaiveState, market: NaiveMarket, before: bigint, after: bigint, brought = 0n): void {
  const arrived = absolute(after - before);
  const turns = before !== 0n && after !== 0n && before > 0n !== after > 0n;
  const grows = absolute(after) > absolute(before);
  // How much is left of the row, and of the arrival.
  const kept = turns || after === 0n ? 0n : grows ? absolute(before) : absolute(after);
  const added = turns ? absolute(after) : grows ? arrived : 0n;
  state.liquidations.purses[market.number] =
    purseShare(purseOf(state, market), kept, absolute(before)) + purseShare(brought, added, arrived);
}
