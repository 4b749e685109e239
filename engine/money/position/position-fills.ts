// The effect of an execution or a transfer on a row: position, cost, entry value. Rules 4.2. On cross rows no cash
// moves; what moves on isolated ones is in book/matching/isolated-fills.ts.

import { broken } from "../../base/fault.ts";
import type { RowNumber } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Fill } from "../../memory/position/fill.ts";
import type { Rows } from "../../memory/position/rows.ts";
import type { State } from "../../memory/state.ts";
import { closeShare, type EntryValue, gainOver } from "./entry-value.ts";

/**
 * A fill on one row. Rules 4.2.
 * @returns realized PnL in micros, rounded to nearest; a report, not a cash flow
 */
export function applyFill(state: State, market: Market, row: RowNumber, { lots, price, fee }: Fill): number {
  const before = state.rows.quantity(row);
  const after = before + lots;
  const size = Math.abs(lots);
  let realized = 0;
  const cost = state.rows.cost(row) + (lots * price * market.unit + fee);
  if (!(Math.abs(cost) <= Number.MAX_SAFE_INTEGER)) broken("a cost can be counted", { row, lots, price });
  state.rows.setCost(row, cost);
  if (before === 0 || before > 0 === lots > 0) {
    state.rows.setEntryMicros(row, state.rows.entryMicros(row) + size * price * market.unit);
  } else {
    const held = Math.abs(before);
    const closed = Math.min(size, held);
    const share = closeShare(state.rows.entryMicros(row), state.rows.entryFine(row), closed, held);
    const gain = gainOver(share, closed * price * market.unit);
    realized = before > 0 ? gain : -gain + 0;
    reduceEntry(state.rows, row, share);
    if (size > held) state.rows.setEntryMicros(row, (size - closed) * price * market.unit);
  }
  if (!(after === 0 ? state.rows.entryMicros(row) === 0 : state.rows.entryMicros(row) >= 0))
    broken("only what is open has an entry value", { row, after, micros: state.rows.entryMicros(row) });
  state.rows.setQuantity(row, after);
  state.touched.add(state.rows.account(row));
  const openInterest = market.openInterest + Math.max(after, 0) - Math.max(before, 0);
  if (!(openInterest >= 0)) broken("open interest is the longs of a market", { row, before, after });
  market.openInterest = openInterest;
  if (before === 0 || (after !== 0 && before > 0 !== after > 0)) state.rows.setOpenedAt(row, state.now);
  state.rows.setUpdatedAt(row, state.now);
  state.rows.setVersion(row, state.rows.version(row) + 1);
  return realized;
}

const FINE = 10_000_000_000;

function reduceEntry(rows: Rows, row: RowNumber, { micros, fine }: EntryValue): void {
  const rest = rows.entryFine(row) - fine;
  rows.setEntryMicros(row, rows.entryMicros(row) - micros - (rest < 0 ? 1 : 0));
  const left = rest < 0 ? rest + FINE : rest;
  if (!(left >= 0 && left < FINE)) broken("the fine part of an entry value is below a micro", { row, left });
  rows.setEntryFine(row, left);
}
