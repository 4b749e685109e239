// What each account can spare across its markets, kept up as its rows change: an account with positions in many markets
// is asked for its margin at every order, and one order changes one row.
//
// A row counts for its unsettled PnL less its initial margin with orders. The sum of an account's rows is found once after
// a mark price has moved; from then on only rows that have changed are counted anew. All of it errs to the low side, by a
// few micros. Nothing here is state: it follows from rows and marks, and no result depends on it, for an account that is
// found short here is asked exactly.

import { NONE } from "../../base/storage/int-map.ts";
import { sharedNumbers } from "../../base/storage/number-table.ts";
import type { AccountNumber, RowNumber } from "../../base/units.ts";
import type { Accounts } from "../account/accounts.ts";
import type { Market } from "../market/market.ts";
import type { RowTable } from "./row-table.generated.ts";
import { sizeWithOrders } from "./size-with-orders.ts";

/** What the sums are made of. */
interface Tables {
  readonly accounts: Accounts;
  readonly rows: RowTable;
  readonly markets: readonly Market[];
}

/** More than what the additions for one row can lose to rounding, micros. */
const ROUNDING = 4;
/** So many changes later an account is counted from scratch, for each makes the sum a little lower. */
const CHANGES_MAX = 1_000;

// Places of what is known of an account, in steps of a whole number's width and of a number's.
/** How often the sum was changed since it was counted. */
const CHANGES = 0;
/** The first of its rows that have changed, as one more than it is: 0 for none. */
const FIRST_CHANGED = 1;
const SUM = 1;
/** After how many moves of marks the sum was counted, 0 for never. */
const AS_OF = 2;
const NUMBERS = 3;
const INTS = NUMBERS * 2;

// The same of a row.
const IS_CHANGED = 0;
/** The next row of its account that has changed, or NONE. */
const NEXT_CHANGED = 1;
/** What it counts for in the sum. */
const TERM = 1;
const ROW_NUMBERS = 2;
const ROW_INTS = ROW_NUMBERS * 2;

export class MarginBounds {
  /** Counts the moves of all mark prices, from 1 on. */
  readonly marks = { moves: 1 };
  /** By account, and by row; each pair is one piece of memory, so that what belongs together lies together. */
  #numbers = sharedNumbers(16 * NUMBERS);
  #ints = new Int32Array(this.#numbers.buffer);
  #rowNumbers = sharedNumbers(16 * ROW_NUMBERS);
  #rowInts = new Int32Array(this.#rowNumbers.buffer);

  /** Notes that quantity, cost, pending orders or leverage of a row have changed. */
  changed(account: AccountNumber, row: RowNumber): void {
    if (row * ROW_INTS >= this.#rowInts.length) this.#roomForRows(row + 1);
    if (this.#rowInts[row * ROW_INTS + IS_CHANGED] === 1) return;
    if (account * INTS >= this.#ints.length) this.#roomForAccounts(account + 1);
    this.#rowInts[row * ROW_INTS + IS_CHANGED] = 1;
    this.#rowInts[row * ROW_INTS + NEXT_CHANGED] = this.#firstChanged(account);
    this.#ints[account * INTS + FIRST_CHANGED] = row + 1;
  }

  /**
   * Not more than Σ (U − IM with orders) over the cross rows of an account, with one row, NONE for none, left out; micros,
   * not whole.
   */
  atLeast(state: Tables, account: AccountNumber, without: RowNumber): number {
    if (account * INTS >= this.#ints.length) this.#roomForAccounts(account + 1);
    if (
      this.#numbers[account * NUMBERS + AS_OF] !== this.marks.moves ||
      this.#ints[account * INTS + CHANGES]! > CHANGES_MAX
    ) {
      this.#count(state, account);
    } else if (!this.#hasChangedOnly(account, without)) this.#follow(state, account);
    const term = without === NONE ? 0 : this.#rowNumbers[without * ROW_NUMBERS + TERM]!;
    return this.#numbers[account * NUMBERS + SUM]! - term - ROUNDING * (1 + this.#ints[account * INTS + CHANGES]!);
  }

  /** Whether no row has changed, or only the one that is left out: then what it counted for is all that matters. */
  #hasChangedOnly(account: AccountNumber, without: RowNumber): boolean {
    const first = this.#firstChanged(account);
    return first === NONE || (first === without && this.#rowInts[first * ROW_INTS + NEXT_CHANGED] === NONE);
  }

  #count(state: Tables, account: AccountNumber): void {
    const { rows, accounts } = state;
    this.#forget(account);
    if (rows.used * ROW_INTS > this.#rowInts.length) this.#roomForRows(rows.used);
    let sum = 0;
    let changes = 0;
    for (let row = accounts.firstRow(account); row !== NONE; row = rows.next(row)) {
      const term = termOf(state, row);
      this.#rowNumbers[row * ROW_NUMBERS + TERM] = term;
      sum += term;
      changes++;
    }
    this.#numbers[account * NUMBERS + SUM] = sum;
    this.#numbers[account * NUMBERS + AS_OF] = this.marks.moves;
    this.#ints[account * INTS + CHANGES] = changes;
  }

  #follow(state: Tables, account: AccountNumber): void {
    for (let row = this.#firstChanged(account); row !== NONE; row = this.#rowInts[row * ROW_INTS + NEXT_CHANGED]!) {
      const term = termOf(state, row);
      this.#numbers[account * NUMBERS + SUM]! += term - this.#rowNumbers[row * ROW_NUMBERS + TERM]!;
      this.#rowNumbers[row * ROW_NUMBERS + TERM] = term;
      this.#ints[account * INTS + CHANGES]!++;
    }
    this.#forget(account);
  }

  #forget(account: AccountNumber): void {
    for (let row = this.#firstChanged(account); row !== NONE; row = this.#rowInts[row * ROW_INTS + NEXT_CHANGED]!) {
      this.#rowInts[row * ROW_INTS + IS_CHANGED] = 0;
    }
    this.#ints[account * INTS + FIRST_CHANGED] = 0;
  }

  #firstChanged(account: AccountNumber): number {
    return this.#ints[account * INTS + FIRST_CHANGED]! - 1;
  }

  #roomForAccounts(accounts: number): void {
    this.#numbers = grown(this.#numbers, accounts * NUMBERS);
    this.#ints = new Int32Array(this.#numbers.buffer);
  }

  #roomForRows(rows: number): void {
    this.#rowNumbers = grown(this.#rowNumbers, rows * ROW_NUMBERS);
    this.#rowInts = new Int32Array(this.#rowNumbers.buffer);
  }
}

/** What a row counts for at the present mark, or a little less. */
function termOf(state: Tables, row: RowNumber): number {
  const { rows } = state;
  if (rows.isolated(row) === 1) return 0;
  const market = state.markets[rows.market(row)]!;
  const quantity = rows.quantity(row);
  const perLot = market.mark * market.unit;
  const notional = sizeWithOrders(quantity, rows.pendingBuy(row), rows.pendingSell(row)) * perLot;
  const leverage = rows.leverage(row) || market.defaultLeverage;
  return quantity * perLot - rows.cost(row) - market.ratios.initialMarginAtMost(leverage, notional);
}

function grown(from: Float64Array<ArrayBuffer>, least: number): Float64Array<ArrayBuffer> {
  const to = sharedNumbers(Math.max(least, from.length * 2));
  to.set(from);
  return to;
}
