// What is kept of an open order, field by field. A field that most orders leave empty is in order-extras.ts.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { Table } from "../../base/storage/table.ts";
import { ALL, OrderExtras } from "./order-extras.ts";

// Places within a row, in steps of a whole number's width and of a number's.
const ACCOUNT = 0;
const ROW = 1;
const FLAGS = 2;
const EXTRA = 3;
const LEVEL = 4;
const NEXT = 5;
const PREVIOUS = 6;
const ROW_NEXT = 7;
const ROW_PREVIOUS = 8;
const ORDER_ID = 5;
const PRICE = 6;
const QUANTITY = 7;
const CREATED_AT = 8;
const UPDATED_AT = 9;
const NUMBERS = 10;
const INTS = NUMBERS * 2;

export class OrderTable extends Table {
  readonly #extras = new OrderExtras();

  constructor(capacity: number) {
    super(NUMBERS, capacity);
  }

  override allocate(): number {
    const order = super.allocate();
    this.#setExtra(order, NONE);
    return order;
  }

  override free(order: number): void {
    const extra = this.#extra(order);
    if (extra !== NONE) this.#extras.free(extra);
    super.free(order);
  }

  override copy(order: number, from: OrderTable, source: number): void {
    super.copy(order, from, source);
    const extra = from.#extra(source);
    this.#setExtra(order, NONE);
    if (extra !== NONE) this.#extras.copy(this.#withExtra(order), from.#extras, extra);
  }

  override write(out: ByteWriter): void {
    super.write(out);
    this.#extras.write(out);
  }

  override read(input: ByteReader): void {
    super.read(input);
    this.#extras.read(input);
  }

  account(order: number): number {
    return this.ints[order * INTS + ACCOUNT]!;
  }

  setAccount(order: number, value: number): void {
    this.ints[order * INTS + ACCOUNT] = value;
  }

  orderId(order: number): number {
    return this.numbers[order * NUMBERS + ORDER_ID]!;
  }

  setOrderId(order: number, value: number): void {
    this.numbers[order * NUMBERS + ORDER_ID] = value;
  }

  /** The position row the order belongs to. */
  row(order: number): number {
    return this.ints[order * INTS + ROW]!;
  }

  setRow(order: number, value: number): void {
    this.ints[order * INTS + ROW] = value;
  }

  /** Bits: see orders.ts. */
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
    const extra = this.#extra(order);
    return extra === NONE ? 0 : this.#extras.executed(extra);
  }

  setExecuted(order: number, value: number): void {
    if (value !== 0 || this.#extra(order) !== NONE) this.#extras.setExecuted(this.#withExtra(order), value);
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

  /** The level it rests on, NONE while it does not rest. */
  level(order: number): number {
    return this.ints[order * INTS + LEVEL]!;
  }

  setLevel(order: number, value: number): void {
    this.ints[order * INTS + LEVEL] = value;
  }

  /** Its neighbours in that level's queue. */
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

  /** The algo order that made it, 0 for none. */
  algo(order: number): number {
    const extra = this.#extra(order);
    return extra === NONE ? 0 : this.#extras.algo(extra);
  }

  setAlgo(order: number, value: number): void {
    if (value !== 0 || this.#extra(order) !== NONE) this.#extras.setAlgo(this.#withExtra(order), value);
  }

  /** What an isolated order reserves its margin at, ticks; 0 when it reserves nothing. Rules 5.9. */
  reference(order: number): number {
    const extra = this.#extra(order);
    return extra === NONE ? 0 : this.#extras.reference(extra);
  }

  setReference(order: number, value: number): void {
    if (value !== 0 || this.#extra(order) !== NONE) this.#extras.setReference(this.#withExtra(order), value);
  }

  /** Lots that it shows at most, of its total. */
  visibleQuantity(order: number): number {
    const extra = this.#extra(order);
    const visible = extra === NONE ? ALL : this.#extras.visibleQuantity(extra);
    return visible === ALL ? this.quantity(order) : visible;
  }

  /** After the quantity: an order that shows all of it goes on to, whatever its quantity becomes. */
  setVisibleQuantity(order: number, value: number): void {
    const kept = value > 0 && value === this.quantity(order) ? ALL : value;
    if (kept !== ALL || this.#extra(order) !== NONE) this.#extras.setVisibleQuantity(this.#withExtra(order), kept);
  }

  /** Quote amount in micros of an order placed by amount, else 0. */
  amount(order: number): number {
    const extra = this.#extra(order);
    return extra === NONE ? 0 : this.#extras.amount(extra);
  }

  setAmount(order: number, value: number): void {
    if (value !== 0 || this.#extra(order) !== NONE) this.#extras.setAmount(this.#withExtra(order), value);
  }

  /** Σ price × quantity, fees and realized PnL of its executions, micros. */
  executedNotional(order: number): number {
    const extra = this.#extra(order);
    return extra === NONE ? 0 : this.#extras.executedNotional(extra);
  }

  setExecutedNotional(order: number, value: number): void {
    if (value !== 0 || this.#extra(order) !== NONE) this.#extras.setExecutedNotional(this.#withExtra(order), value);
  }

  totalFee(order: number): number {
    const extra = this.#extra(order);
    return extra === NONE ? 0 : this.#extras.totalFee(extra);
  }

  setTotalFee(order: number, value: number): void {
    if (value !== 0 || this.#extra(order) !== NONE) this.#extras.setTotalFee(this.#withExtra(order), value);
  }

  realizedPnl(order: number): number {
    const extra = this.#extra(order);
    return extra === NONE ? 0 : this.#extras.realizedPnl(extra);
  }

  setRealizedPnl(order: number, value: number): void {
    if (value !== 0 || this.#extra(order) !== NONE) this.#extras.setRealizedPnl(this.#withExtra(order), value);
  }

  /** What its tag means (money/fees/order-tags.ts), NONE for nothing. */
  orderTag(order: number): number {
    const extra = this.#extra(order);
    return extra === NONE ? NONE : this.#extras.orderTag(extra);
  }

  setOrderTag(order: number, value: number): void {
    if (value !== NONE || this.#extra(order) !== NONE) this.#extras.setOrderTag(this.#withExtra(order), value);
  }

  #extra(order: number): number {
    return this.ints[order * INTS + EXTRA]!;
  }

  #setExtra(order: number, extra: number): void {
    this.ints[order * INTS + EXTRA] = extra;
  }

  #withExtra(order: number): number {
    const known = this.#extra(order);
    if (known !== NONE) return known;
    const extra = this.#extras.allocate();
    this.#setExtra(order, extra);
    return extra;
  }
}
