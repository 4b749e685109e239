// What is kept of an open order, field by field.

import { Table } from "../storage/table.ts";

// Places within a row.
const ORDER_ID = 0;
const ALGO = 1;
const REFERENCE = 2;
const PRICE = 3;
const QUANTITY = 4;
const EXECUTED = 5;
const VISIBLE_QUANTITY = 6;
const AMOUNT = 7;
const EXECUTED_NOTIONAL = 8;
const TOTAL_FEE = 9;
const REALIZED_PNL = 10;
const CREATED_AT = 11;
const UPDATED_AT = 12;
const NUMBERS = 13;

const ACCOUNT = 0;
const MARKET = 1;
const ROW = 2;
const ORDER_TAG = 3;
const FLAGS = 4;
const LEVEL = 5;
const NEXT = 6;
const PREVIOUS = 7;
const ROW_NEXT = 8;
const ROW_PREVIOUS = 9;
const INTS = 10;

export class OrderTable extends Table {
  constructor(capacity: number) {
    super({ numbers: NUMBERS, ints: INTS }, capacity);
  }

  orderId(order: number): number {
    return this.numbers[order * NUMBERS + ORDER_ID]!;
  }

  setOrderId(order: number, value: number): void {
    this.numbers[order * NUMBERS + ORDER_ID] = value;
  }

  account(order: number): number {
    return this.ints[order * INTS + ACCOUNT]!;
  }

  setAccount(order: number, value: number): void {
    this.ints[order * INTS + ACCOUNT] = value;
  }

  market(order: number): number {
    return this.ints[order * INTS + MARKET]!;
  }

  setMarket(order: number, value: number): void {
    this.ints[order * INTS + MARKET] = value;
  }

  /** The position row the order belongs to. */
  row(order: number): number {
    return this.ints[order * INTS + ROW]!;
  }

  setRow(order: number, value: number): void {
    this.ints[order * INTS + ROW] = value;
  }

  /** The algo order that made it, 0 for none. */
  algo(order: number): number {
    return this.numbers[order * NUMBERS + ALGO]!;
  }

  setAlgo(order: number, value: number): void {
    this.numbers[order * NUMBERS + ALGO] = value;
  }

  /** What its tag means (fees/order-tags.ts), NONE for nothing. */
  orderTag(order: number): number {
    return this.ints[order * INTS + ORDER_TAG]!;
  }

  setOrderTag(order: number, value: number): void {
    this.ints[order * INTS + ORDER_TAG] = value;
  }

  /** What an isolated order reserves its margin at, ticks; 0 when it reserves nothing. Rules 5.9. */
  reference(order: number): number {
    return this.numbers[order * NUMBERS + REFERENCE]!;
  }

  setReference(order: number, value: number): void {
    this.numbers[order * NUMBERS + REFERENCE] = value;
  }

  /** Bits: see below. */
  flags(order: number): number {
    return this.ints[order * INTS + FLAGS]!;
  }

  setFlags(order: number, value: number): void {
    this.ints[order * INTS + FLAGS] = value;
  }

  /** Limit price in ticks; 0 when it has none. */
  price(order: number): number {
    return this.numbers[order * NUMBERS + PRICE]!;
  }

  setPrice(order: number, value: number): void {
    this.numbers[order * NUMBERS + PRICE] = value;
  }

  /** Lots, total. */
  quantity(order: number): number {
    return this.numbers[order * NUMBERS + QUANTITY]!;
  }

  setQuantity(order: number, value: number): void {
    this.numbers[order * NUMBERS + QUANTITY] = value;
  }

  executed(order: number): number {
    return this.numbers[order * NUMBERS + EXECUTED]!;
  }

  setExecuted(order: number, value: number): void {
    this.numbers[order * NUMBERS + EXECUTED] = value;
  }

  /** `visible_quantity`, lots. */
  visibleQuantity(order: number): number {
    return this.numbers[order * NUMBERS + VISIBLE_QUANTITY]!;
  }

  setVisibleQuantity(order: number, value: number): void {
    this.numbers[order * NUMBERS + VISIBLE_QUANTITY] = value;
  }

  /** Quote amount in micros of an order placed by amount, else 0. */
  amount(order: number): number {
    return this.numbers[order * NUMBERS + AMOUNT]!;
  }

  setAmount(order: number, value: number): void {
    this.numbers[order * NUMBERS + AMOUNT] = value;
  }

  /** Σ price × quantity, fees and realized PnL of its executions, micros. */
  executedNotional(order: number): number {
    return this.numbers[order * NUMBERS + EXECUTED_NOTIONAL]!;
  }

  setExecutedNotional(order: number, value: number): void {
    this.numbers[order * NUMBERS + EXECUTED_NOTIONAL] = value;
  }

  totalFee(order: number): number {
    return this.numbers[order * NUMBERS + TOTAL_FEE]!;
  }

  setTotalFee(order: number, value: number): void {
    this.numbers[order * NUMBERS + TOTAL_FEE] = value;
  }

  realizedPnl(order: number): number {
    return this.numbers[order * NUMBERS + REALIZED_PNL]!;
  }

  setRealizedPnl(order: number, value: number): void {
    this.numbers[order * NUMBERS + REALIZED_PNL] = value;
  }

  createdAt(order: number): number {
    return this.numbers[order * NUMBERS + CREATED_AT]!;
  }

  setCreatedAt(order: number, value: number): void {
    this.numbers[order * NUMBERS + CREATED_AT] = value;
  }

  updatedAt(order: number): number {
    return this.numbers[order * NUMBERS + UPDATED_AT]!;
  }

  setUpdatedAt(order: number, value: number): void {
    this.numbers[order * NUMBERS + UPDATED_AT] = value;
  }

  /** The level it rests on, NONE while it does not rest; its neighbours in that level's queue. */
  level(order: number): number {
    return this.ints[order * INTS + LEVEL]!;
  }

  setLevel(order: number, value: number): void {
    this.ints[order * INTS + LEVEL] = value;
  }

  next(order: number): number {
    return this.ints[order * INTS + NEXT]!;
  }

  setNext(order: number, value: number): void {
    this.ints[order * INTS + NEXT] = value;
  }

  previous(order: number): number {
    return this.ints[order * INTS + PREVIOUS]!;
  }

  setPrevious(order: number, value: number): void {
    this.ints[order * INTS + PREVIOUS] = value;
  }

  /** Its neighbours among the open orders of its row, oldest first. */
  rowNext(order: number): number {
    return this.ints[order * INTS + ROW_NEXT]!;
  }

  setRowNext(order: number, value: number): void {
    this.ints[order * INTS + ROW_NEXT] = value;
  }

  rowPrevious(order: number): number {
    return this.ints[order * INTS + ROW_PREVIOUS]!;
  }

  setRowPrevious(order: number, value: number): void {
    this.ints[order * INTS + ROW_PREVIOUS] = value;
  }
}
