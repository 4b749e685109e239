// The value of a row, and the effect of a fill on it. Rules 4.1 to 4.3.

import { absolute, divideRound, least } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import { emptyRow, type NaiveRow } from "../../state/records/naive-account.ts";
import { notional } from "../../state/records/naive-market.ts";

export function unsettled(row: NaiveRow, mark: bigint): bigint {
  return notional(mark, row.quantity) - row.cost;
}

/** 10⁻⁸, 0 with no position. */
export function averageOpenPrice(row: NaiveRow): bigint {
  return row.quantity === 0n ? 0n : divideRound(row.entryValue, absolute(row.quantity));
}

/**
 * Resets a row without position, cost and margin, so that it leaves nothing behind for one that opens in its place. Rules 4.1.
 */
export function forgetIfEmpty(row: NaiveRow): void {
  if (row.quantity === 0n && row.cost === 0n && row.margin === 0n) Object.assign(row, emptyRow());
}

/** Applies one fill to a row and returns the realized PnL in micros. Rules 4.2. */
export function applyFill(row: NaiveRow, direction: bigint, quantity: bigint, price: bigint, fee: bigint): bigint {
  const held = row.quantity;
  const heldSize = absolute(held);
  row.cost += direction * notional(price, quantity) + fee;
  row.quantity += direction * quantity;
  if (held === 0n || held > 0n === direction > 0n) {
    row.entryValue += price * quantity;
    return 0n;
  }
  const closed = least(quantity, heldSize);
  const share = divideRound(row.entryValue * closed, heldSize);
  const realized = (held > 0n ? 1n : -1n) * (closed * price - share);
  row.entryValue = quantity > heldSize ? (quantity - closed) * price : row.entryValue - share;
  forgetIfEmpty(row);
  return divideRound(realized, RATE);
}
