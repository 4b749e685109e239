// A lower bound of what each account can spare across its markets, maintained as its rows change: an account with positions in
// many markets needs its margin at every order, and one order changes one row.
//
// A row's term is its unsettled PnL less its initial margin with orders. The sum over an account's rows is computed once after
// a mark price has moved; from then on only the terms of changed rows are computed again. All of it errs to the low side, by a
// few micros. Nothing here is state: it follows from rows and marks. No result depends on it either, because the margin of an
// account that looks short here is computed exactly.

import { NONE } from "../../base/storage/int-map.ts";
import { sharedNumbers } from "../../base/storage/number-table.ts";
import type { AccountNumber, RowNumber } from "../../base/units.ts";
import type { Accounts } from "../account/accounts.ts";
import type { Market } from "../market/market.ts";
import type { RowTable } from "./row-table.generated.ts";
import { sizeWithOrders } from "./size-with-orders.ts";

/** The tables that the sums are computed from. */
interface Tables {
  readonly accounts: Accounts;
  readonly rows: RowTable;
  readonly markets: readonly Market[];
}

/** More than the additions for one row can lose to rounding, micros. */
const ROUNDING = 4;
/** After this many changes an account's sum is computed from scratch, because each change lowers it a little. */
const CHANGES_MAX = 1_000;

// Offsets within an account's entry: CHANGES and FIRST_CHANGED in 4-byte whole numbers, SUM and AS_OF in 8-byte numbers.
/** How often the sum was changed since it was computed from scratch. */
const CHANGES = 0;
/** The first of its changed rows, plus one; 0 for none. */
const FIRST_CHANGED = 1;
const SUM = 1;
/** The value of `marks.moves` when the sum was computed, 0 for never. */
const AS_OF = 2;
const NUMBERS = 3;
const INTS = NUMBERS * 2;

// The same for a row's entry.
const IS_CHANGED = 0;
/** The account's next changed row, or NONE. */
const NEXT_CHANGED = 1;
/** The row's term in the sum. */
const TERM = 1;
const ROW_NUMBERS = 2;
const ROW_INTS = ROW_NUMBERS * 2;

export class MarginBounds {
  /** Counts the moves of all mark prices, beginning with 1. */
  readonly marks = { moves: 1 };
  /** The entries of accounts, and of rows; each pair is one piece of memory, so that related fields lie together. */
  #numbers = sharedNumbers(16 * NUMBERS);
  #ints = new Int32Array(this.#numbers.buffer);
  #rowNumbers = sharedNumbers(16 * ROW_NUMBERS);
  #rowInts = new Int32Array(this.#rowNumbers.buffer);

  /** Notes that the quantity, cost, pending orders or leverage of a row have changed. */
  changed(account: AccountNumber, row: RowNumber): void {
    if (row * ROW_INTS >= this.#rowInts.length) this.#roomForRows(row + 1);
    if (this.#rowInts[row * ROW_INTS + IS_CHANGED] === 1) return;
    if (account * INTS >= this.#ints.length) this.#roomForAccounts(account + 1);
    this.#rowInts[row * ROW_INTS + IS_CHANGED] = 1;
    this.#rowInts[row * ROW_INTS + NEXT_CHANGED] = this.#firstChanged(account);
    this.#ints[account * INTS + FIRST_CHANGED] = row + 1;
  }

  /**
   * A lower bound of Σ (U − IM with orders) over the cross rows of an account, leaving out the row `without` (NONE for none);
   * micros, not a whole number.
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

  /** Whether no row has changed, or only the one left out: its old term is still in the sum, and is subtracted again. */
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

/** The term of a row at the present mark, or a little less. */
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
