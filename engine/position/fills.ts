// What an execution or a transfer does to a row: position, cost, entry value. Rules 4.2. On cross rows no cash moves; what
// moves on isolated ones is in isolated/fills.ts.

import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import { closeShare, gainOver } from "./entry-value.ts";

/**
 * A fill of `signed` lots at `price` on one row. Rules 4.2.
 * @returns realized PnL in micros, rounded to nearest; a report, not a cash flow
 */
export function applyFill(
  state: State,
  market: LiveMarket,
  row: number,
  signed: number,
  price: number,
  fee: number,
): number {
  const { account, quantity, cost, entryMicros, entryFine, settlePrice, openedAt, updatedAt, version } =
    state.rows.columns;
  const before = quantity[row]!;
  const after = before + signed;
  const size = Math.abs(signed);
  let realized = 0;
  cost[row]! += signed * price * market.unit + fee;
  if (before === 0 || before > 0 === signed > 0) {
    entryMicros[row]! += size * price * market.unit;
  } else {
    const held = Math.abs(before);
    const closed = Math.min(size, held);
    const share = closeShare(entryMicros[row]!, entryFine[row]!, closed, held);
    const gain = gainOver(share, closed * price * market.unit);
    realized = before > 0 ? gain : -gain + 0;
    reduceEntry(entryMicros, entryFine, row, share.micros, share.fine);
    if (size > held) entryMicros[row] = (size - closed) * price * market.unit;
  }
  state.rows.setQuantity(row, after);
  state.touched.add(account[row]!);
  market.openInterest += Math.max(after, 0) - Math.max(before, 0);
  if (before === 0 || (after !== 0 && before > 0 !== after > 0)) openedAt[row] = state.now;
  // A row with nothing left is gone: what opens in its place was never settled (rules 4.1).
  if (after === 0 && cost[row] === 0) settlePrice[row] = 0;
  updatedAt[row] = state.now;
  version[row]!++;
  return realized;
}

const FINE = 10_000_000_000;

function reduceEntry(micros: Float64Array, fine: Float64Array, row: number, byMicros: number, byFine: number): void {
  const rest = fine[row]! - byFine;
  micros[row]! -= byMicros + (rest < 0 ? 1 : 0);
  fine[row] = rest < 0 ? rest + FINE : rest;
}
