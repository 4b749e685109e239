// What each account can spare across its markets, kept up as its rows change: an account with positions in many markets
// is asked for its margin at every order, and one order changes one row.
//
// A row counts for its unsettled PnL less its initial margin with orders. The sum of an account's rows is found once after
// a mark price has moved; from then on only rows that have changed are counted anew. All of it errs to the low side, by a
// few micros. Nothing here is state: it follows from rows and marks, and no result depends on it, for whoever is found
// short here is asked exactly.

import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { sizeWithOrders } from "./margin.ts";

/** More than what the additions for one row can lose to rounding, micros. */
const ROUNDING = 4;
/** So many changes later an account is counted from scratch, for each makes the sum a little lower. */
const CHANGES_MAX = 1_000;

export class Spares {
  /** Counts the moves of all mark prices. */
  readonly marks = { moves: 0 };
  /** By account: the sum, as of how many moves it is, and how often it was changed since; NONE moves for never. */
  #sums = new Float64Array(64);
  #moves = new Float64Array(64).fill(NONE);
  #changes = new Int32Array(64);
  /** By account the first of its rows that have changed; by row the next one, and whether it is among them. */
  #firstChanged = new Int32Array(64).fill(NONE);
  #nextChanged = new Int32Array(64);
  #isChanged = new Uint8Array(64);
  /** By row what it counts for in the sum. */
  #terms = new Float64Array(64);

  /** Tells that quantity, cost, pending orders or leverage of a row have changed. */
  changed(account: number, row: number): void {
    if (row >= this.#terms.length) this.#roomForRows(row + 1);
    if (this.#isChanged[row] === 1) return;
    if (account >= this.#sums.length) this.#roomForAccounts(account + 1);
    this.#isChanged[row] = 1;
    this.#nextChanged[row] = this.#firstChanged[account]!;
    this.#firstChanged[account] = row;
  }

  /**
   * Not more than Σ (U − IM with orders) over the cross rows of an account, with one row, NONE for none, left out; micros,
   * not whole.
   */
  atLeast(state: State, account: number, without: number): number {
    if (account >= this.#sums.length) this.#roomForAccounts(account + 1);
    if (this.#moves[account] !== this.marks.moves || this.#changes[account]! > CHANGES_MAX) this.#count(state, account);
    else if (!this.#hasChangedOnly(account, without)) this.#follow(state, account);
    const left = this.#sums[account]! - (without === NONE ? 0 : this.#terms[without]!);
    return left - ROUNDING * (1 + this.#changes[account]!);
  }

  /** Whether no row has changed, or only the one that is left out: then what it counted for is all that matters. */
  #hasChangedOnly(account: number, without: number): boolean {
    const first = this.#firstChanged[account]!;
    return first === NONE || (first === without && this.#nextChanged[first] === NONE);
  }

  #count(state: State, account: number): void {
    const { rows, accounts } = state;
    this.#forget(account);
    if (rows.used > this.#terms.length) this.#roomForRows(rows.used);
    let sum = 0;
    let changes = 0;
    for (let row = accounts.firstRow(account); row !== NONE; row = rows.next(row)) {
      const term = termOf(state, row);
      this.#terms[row] = term;
      sum += term;
      changes++;
    }
    this.#sums[account] = sum;
    this.#changes[account] = changes;
    this.#moves[account] = this.marks.moves;
  }

  #follow(state: State, account: number): void {
    for (let row = this.#firstChanged[account]!; row !== NONE; row = this.#nextChanged[row]!) {
      const term = termOf(state, row);
      this.#sums[account]! += term - this.#terms[row]!;
      this.#terms[row] = term;
      this.#changes[account]!++;
    }
    this.#forget(account);
  }

  #forget(account: number): void {
    for (let row = this.#firstChanged[account]!; row !== NONE; row = this.#nextChanged[row]!) this.#isChanged[row] = 0;
    this.#firstChanged[account] = NONE;
  }

  #roomForAccounts(least: number): void {
    const length = Math.max(least, this.#sums.length * 2);
    this.#sums = grown(this.#sums, new Float64Array(length));
    this.#moves = grown(this.#moves, new Float64Array(length).fill(NONE));
    this.#changes = grown(this.#changes, new Int32Array(length));
    this.#firstChanged = grown(this.#firstChanged, new Int32Array(length).fill(NONE));
  }

  #roomForRows(least: number): void {
    const length = Math.max(least, this.#terms.length * 2);
    this.#nextChanged = grown(this.#nextChanged, new Int32Array(length));
    this.#isChanged = grown(this.#isChanged, new Uint8Array(length));
    this.#terms = grown(this.#terms, new Float64Array(length));
  }
}

/** What a row counts for at the present mark, or a little less. */
function termOf(state: State, row: number): number {
  const { rows } = state;
  if (rows.isolated(row) === 1) return 0;
  const market = state.markets[rows.market(row)]!;
  const quantity = rows.quantity(row);
  const perLot = market.mark * market.unit;
  const notional = sizeWithOrders(quantity, rows.pendingBuy(row), rows.pendingSell(row)) * perLot;
  const leverage = rows.leverage(row) || market.defaultLeverage;
  return quantity * perLot - rows.cost(row) - market.ratios.initialMarginAtMost(leverage, notional);
}

function grown<Numbers extends Float64Array | Int32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
