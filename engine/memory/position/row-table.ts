// What is kept of a position row, field by field.

import { Table } from "../../base/storage/table.ts";

// Places within a row, in steps of a whole number's width and of a number's. A row begins with a cache line, of which
// there are three, and it begins with what every order asks for.
const QUANTITY = 0;
const COST = 1;
const PENDING_BUY = 2;
const PENDING_SELL = 3;
const ACCOUNT = 8;
const MARKET = 9;
const ISOLATED = 10;
const ORDERS = 11;
const FIRST_ORDER = 12;
const LAST_ORDER = 13;
const LEVERAGE = 14;
const NEXT = 15;

const ISOLATED_BY_DEFAULT = 16;
const REDUCE_ONLY_ORDERS = 17;
const CLOSING_ALGOS = 18;
const ENTRY_MICROS = 10;
const ENTRY_FINE = 11;
const MARGIN = 12;
const RESERVE_BUY = 13;
const RESERVE_SELL = 14;
const SETTLE_PRICE = 15;
const ACCRUED_FUNDING = 16;
const OPENED_AT = 17;
const UPDATED_AT = 18;
const VERSION = 19;
const NUMBERS = 24;
const INTS = NUMBERS * 2;

export class RowTable extends Table {
  constructor(capacity: number) {
    super(NUMBERS, capacity);
  }

  account(row: number): number {
    return this.ints[row * INTS + ACCOUNT]!;
  }

  setAccount(row: number, value: number): void {
    this.ints[row * INTS + ACCOUNT] = value;
  }

  market(row: number): number {
    return this.ints[row * INTS + MARKET]!;
  }

  setMarket(row: number, value: number): void {
    this.ints[row * INTS + MARKET] = value;
  }

  /** 1 for isolated. */
  isolated(row: number): number {
    return this.ints[row * INTS + ISOLATED]!;
  }

  setIsolated(row: number, value: number): void {
    this.ints[row * INTS + ISOLATED] = value;
  }

  /** Lots, signed. */
  quantity(row: number): number {
    return this.numbers[row * NUMBERS + QUANTITY]!;
  }

  setQuantity(row: number, value: number): void {
    this.numbers[row * NUMBERS + QUANTITY] = value;
  }

  /** `cost_position`, micros, signed. */
  cost(row: number): number {
    return this.numbers[row * NUMBERS + COST]!;
  }

  setCost(row: number, value: number): void {
    this.numbers[row * NUMBERS + COST] = value;
  }

  /** The entry value, whole micros and 10⁻¹⁰ of a micro; see entry-value.ts. */
  entryMicros(row: number): number {
    return this.numbers[row * NUMBERS + ENTRY_MICROS]!;
  }

  setEntryMicros(row: number, value: number): void {
    this.numbers[row * NUMBERS + ENTRY_MICROS] = value;
  }

  entryFine(row: number): number {
    return this.numbers[row * NUMBERS + ENTRY_FINE]!;
  }

  setEntryFine(row: number, value: number): void {
    this.numbers[row * NUMBERS + ENTRY_FINE] = value;
  }

  /** Isolated margin, and what open isolated orders of each side reserve; micros. */
  margin(row: number): number {
    return this.numbers[row * NUMBERS + MARGIN]!;
  }

  setMargin(row: number, value: number): void {
    this.numbers[row * NUMBERS + MARGIN] = value;
  }

  reserveBuy(row: number): number {
    return this.numbers[row * NUMBERS + RESERVE_BUY]!;
  }

  setReserveBuy(row: number, value: number): void {
    this.numbers[row * NUMBERS + RESERVE_BUY] = value;
  }

  reserveSell(row: number): number {
    return this.numbers[row * NUMBERS + RESERVE_SELL]!;
  }

  setReserveSell(row: number, value: number): void {
    this.numbers[row * NUMBERS + RESERVE_SELL] = value;
  }

  /** Remaining lots of open orders that are not reduce-only. */
  pendingBuy(row: number): number {
    return this.numbers[row * NUMBERS + PENDING_BUY]!;
  }

  /** Adds to what is pending on a side, by its number. */
  addPending(row: number, sideNumber: number, lots: number): void {
    this.numbers[row * NUMBERS + PENDING_BUY + sideNumber]! += lots;
  }

  pendingSell(row: number): number {
    return this.numbers[row * NUMBERS + PENDING_SELL]!;
  }

  /** Open orders, and how many of them are reduce-only. */
  orders(row: number): number {
    return this.ints[row * INTS + ORDERS]!;
  }

  setOrders(row: number, value: number): void {
    this.ints[row * INTS + ORDERS] = value;
  }

  reduceOnlyOrders(row: number): number {
    return this.ints[row * INTS + REDUCE_ONLY_ORDERS]!;
  }

  setReduceOnlyOrders(row: number, value: number): void {
    this.ints[row * INTS + REDUCE_ONLY_ORDERS] = value;
  }

  /** Algo orders that may fire and only close this row; they go when it does. Rules 3.3. */
  closingAlgos(row: number): number {
    return this.ints[row * INTS + CLOSING_ALGOS]!;
  }

  setClosingAlgos(row: number, value: number): void {
    this.ints[row * INTS + CLOSING_ALGOS] = value;
  }

  firstOrder(row: number): number {
    return this.ints[row * INTS + FIRST_ORDER]!;
  }

  setFirstOrder(row: number, value: number): void {
    this.ints[row * INTS + FIRST_ORDER] = value;
  }

  lastOrder(row: number): number {
    return this.ints[row * INTS + LAST_ORDER]!;
  }

  setLastOrder(row: number, value: number): void {
    this.ints[row * INTS + LAST_ORDER] = value;
  }

  /** 0: the market's default. */
  leverage(row: number): number {
    return this.ints[row * INTS + LEVERAGE]!;
  }

  setLeverage(row: number, value: number): void {
    this.ints[row * INTS + LEVERAGE] = value;
  }

  /** On a cross row: 1 when the account's orders in the market are isolated unless they say otherwise. Rules 5.8. */
  isolatedByDefault(row: number): number {
    return this.ints[row * INTS + ISOLATED_BY_DEFAULT]!;
  }

  setIsolatedByDefault(row: number, value: number): void {
    this.ints[row * INTS + ISOLATED_BY_DEFAULT] = value;
  }

  settlePrice(row: number): number {
    return this.numbers[row * NUMBERS + SETTLE_PRICE]!;
  }

  setSettlePrice(row: number, value: number): void {
    this.numbers[row * NUMBERS + SETTLE_PRICE] = value;
  }

  accruedFunding(row: number): number {
    return this.numbers[row * NUMBERS + ACCRUED_FUNDING]!;
  }

  setAccruedFunding(row: number, value: number): void {
    this.numbers[row * NUMBERS + ACCRUED_FUNDING] = value;
  }

  openedAt(row: number): number {
    return this.numbers[row * NUMBERS + OPENED_AT]!;
  }

  setOpenedAt(row: number, value: number): void {
    this.numbers[row * NUMBERS + OPENED_AT] = value;
  }

  updatedAt(row: number): number {
    return this.numbers[row * NUMBERS + UPDATED_AT]!;
  }

  setUpdatedAt(row: number, value: number): void {
    this.numbers[row * NUMBERS + UPDATED_AT] = value;
  }

  version(row: number): number {
    return this.numbers[row * NUMBERS + VERSION]!;
  }

  setVersion(row: number, value: number): void {
    this.numbers[row * NUMBERS + VERSION] = value;
  }

  /** The account's next row, by market number, then cross before isolated. Rules go by symbol: `marketsBySymbol`. */
  next(row: number): number {
    return this.ints[row * INTS + NEXT]!;
  }

  setNext(row: number, value: number): void {
    this.ints[row * INTS + NEXT] = value;
  }
}
