// What few orders have, and nearly all only once they have traded: kept apart, so that an order that rests and waits takes
// as little room as can be.

import { NONE } from "../../base/storage/int-map.ts";
import { Table } from "../../base/storage/table.ts";

/** The visible quantity of an order that shows all of itself. */
export const ALL = -1;

// Places within a row, in steps of a whole number's width and of a number's.
const ORDER_TAG = 0;
const ALGO = 1;
const REFERENCE = 2;
const VISIBLE_QUANTITY = 3;
const AMOUNT = 4;
const EXECUTED = 5;
const EXECUTED_NOTIONAL = 6;
const TOTAL_FEE = 7;
const REALIZED_PNL = 8;
const NUMBERS = 9;
const INTS = NUMBERS * 2;

export class OrderExtras extends Table {
  constructor() {
    super(NUMBERS);
  }

  /** @returns a row for an order that has nothing special yet */
  override allocate(): number {
    const extra = super.allocate();
    this.setVisibleQuantity(extra, ALL);
    this.setOrderTag(extra, NONE);
    this.setAlgo(extra, 0);
    this.setReference(extra, 0);
    this.setAmount(extra, 0);
    this.setExecuted(extra, 0);
    this.setExecutedNotional(extra, 0);
    this.setTotalFee(extra, 0);
    this.setRealizedPnl(extra, 0);
    return extra;
  }

  /** The algo order that made it, 0 for none. */
  algo(extra: number): number {
    return this.numbers[extra * NUMBERS + ALGO]!;
  }

  setAlgo(extra: number, value: number): void {
    this.numbers[extra * NUMBERS + ALGO] = value;
  }

  /** What an isolated order reserves its margin at, ticks; 0 when it reserves nothing. Rules 5.9. */
  reference(extra: number): number {
    return this.numbers[extra * NUMBERS + REFERENCE]!;
  }

  setReference(extra: number, value: number): void {
    this.numbers[extra * NUMBERS + REFERENCE] = value;
  }

  /** Lots on show, ALL of the order unless it says otherwise. */
  visibleQuantity(extra: number): number {
    return this.numbers[extra * NUMBERS + VISIBLE_QUANTITY]!;
  }

  setVisibleQuantity(extra: number, value: number): void {
    this.numbers[extra * NUMBERS + VISIBLE_QUANTITY] = value;
  }

  /** Quote amount in micros of an order placed by amount, else 0. */
  amount(extra: number): number {
    return this.numbers[extra * NUMBERS + AMOUNT]!;
  }

  setAmount(extra: number, value: number): void {
    this.numbers[extra * NUMBERS + AMOUNT] = value;
  }

  /** Lots. */
  executed(extra: number): number {
    return this.numbers[extra * NUMBERS + EXECUTED]!;
  }

  setExecuted(extra: number, value: number): void {
    this.numbers[extra * NUMBERS + EXECUTED] = value;
  }

  /** Σ price × quantity, fees and realized PnL of its executions, micros. */
  executedNotional(extra: number): number {
    return this.numbers[extra * NUMBERS + EXECUTED_NOTIONAL]!;
  }

  setExecutedNotional(extra: number, value: number): void {
    this.numbers[extra * NUMBERS + EXECUTED_NOTIONAL] = value;
  }

  totalFee(extra: number): number {
    return this.numbers[extra * NUMBERS + TOTAL_FEE]!;
  }

  setTotalFee(extra: number, value: number): void {
    this.numbers[extra * NUMBERS + TOTAL_FEE] = value;
  }

  realizedPnl(extra: number): number {
    return this.numbers[extra * NUMBERS + REALIZED_PNL]!;
  }

  setRealizedPnl(extra: number, value: number): void {
    this.numbers[extra * NUMBERS + REALIZED_PNL] = value;
  }

  /** What its tag means (money/fees/order-tags.ts), NONE for nothing. */
  orderTag(extra: number): number {
    return this.ints[extra * INTS + ORDER_TAG]!;
  }

  setOrderTag(extra: number, value: number): void {
    this.ints[extra * INTS + ORDER_TAG] = value;
  }
}
