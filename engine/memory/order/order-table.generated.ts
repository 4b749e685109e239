// Written by `npm run generate` from order.record.ts. Changes here are overwritten.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { Table } from "../../base/storage/number-table.ts";
import type {
  AccountNumber,
  AlgoOrderId,
  ExtraNumber,
  LevelNumber,
  Lots,
  MarketNumber,
  Micros,
  Millis,
  OrderId,
  OrderSlot,
  RowNumber,
  SideNumber,
  TagNumber,
  Ticks,
} from "../../base/units.ts";
import { MARGIN_MODES, type MarginMode, ORDER_TYPES, type OrderType, type Side, SIDES } from "../../base/vocabulary.ts";
import { OrderExtras } from "./order-extras.generated.ts";

/** Orders that rest on a book or are being matched. */
export class OrderTable extends Table<OrderSlot> {
  readonly #extras = new OrderExtras();

  constructor() {
    super(10);
  }

  /** What is not given a first value here holds what was there before. */
  override allocate(): OrderSlot {
    const order = super.allocate();
    this.ints[order * 20 + 3] = -1;
    return order;
  }

  /** Makes 0: orderId. */
  clear(order: OrderSlot): void {
    this.numbers[order * 10 + 5] = 0;
  }

  override free(order: OrderSlot): void {
    const extra = this.#extra(order);
    if (extra !== NONE) this.#extras.free(extra);
    super.free(order);
  }

  override copy(order: OrderSlot, from: OrderTable, source: OrderSlot): void {
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

  /** The account of the order. */
  account(order: OrderSlot): AccountNumber {
    return this.ints[order * 20]! as AccountNumber;
  }

  setAccount(order: OrderSlot, account: AccountNumber): void {
    this.ints[order * 20] = account;
  }

  /** The position row to which the order belongs. */
  row(order: OrderSlot): RowNumber {
    return this.ints[order * 20 + 1]! as RowNumber;
  }

  setRow(order: OrderSlot, row: RowNumber): void {
    this.ints[order * 20 + 1] = row;
  }

  /** Properties that never change, except for the flags. */
  setFlags(order: OrderSlot, flags: number): void {
    this.ints[order * 20 + 2] = flags;
  }

  /** Whether it buys or sells. */
  side(order: OrderSlot): Side {
    return SIDES[this.ints[order * 20 + 2]! & 1]!;
  }

  sideNumber(order: OrderSlot): SideNumber {
    return (this.ints[order * 20 + 2]! & 1) as SideNumber;
  }

  /** The order only reduces a position. Its row counts it as reduce-only, and not as pending. */
  isReduceOnly(order: OrderSlot): boolean {
    return (this.ints[order * 20 + 2]! & 2) !== 0;
  }

  makeReduceOnly(order: OrderSlot): void {
    this.ints[order * 20 + 2]! |= 2;
  }

  /** The margin mode of its row. */
  marginMode(order: OrderSlot): MarginMode {
    return MARGIN_MODES[(this.ints[order * 20 + 2]! >> 2) & 1]!;
  }

  /** The type with which it was placed. */
  type(order: OrderSlot): OrderType {
    return ORDER_TYPES[(this.ints[order * 20 + 2]! >> 3) & 7]!;
  }

  /** The order has a client order id. At some venues most orders have none, and are not looked up by it. */
  isNamed(order: OrderSlot): boolean {
    return (this.ints[order * 20 + 2]! & 64) !== 0;
  }

  makeNamed(order: OrderSlot): void {
    this.ints[order * 20 + 2]! |= 64;
  }

  /** The order has a tag. */
  isTagged(order: OrderSlot): boolean {
    return (this.ints[order * 20 + 2]! & 128) !== 0;
  }

  makeTagged(order: OrderSlot): void {
    this.ints[order * 20 + 2]! |= 128;
  }

  /** The market of the order. */
  market(order: OrderSlot): MarketNumber {
    return (this.ints[order * 20 + 2]! >>> 16) as MarketNumber;
  }

  #extra(order: OrderSlot): ExtraNumber {
    return this.ints[order * 20 + 3]! as ExtraNumber;
  }

  #setExtra(order: OrderSlot, extra: ExtraNumber): void {
    this.ints[order * 20 + 3] = extra;
  }

  /** The price level at which it rests; NONE while it does not rest. */
  level(order: OrderSlot): LevelNumber {
    return this.ints[order * 20 + 4]! as LevelNumber;
  }

  setLevel(order: OrderSlot, level: LevelNumber): void {
    this.ints[order * 20 + 4] = level;
  }

  /** The order behind it in that level's queue. */
  next(order: OrderSlot): OrderSlot {
    return this.ints[order * 20 + 5]! as OrderSlot;
  }

  setNext(order: OrderSlot, next: OrderSlot): void {
    this.ints[order * 20 + 5] = next;
  }

  /** The order before it in that level's queue. */
  previous(order: OrderSlot): OrderSlot {
    return this.ints[order * 20 + 6]! as OrderSlot;
  }

  setPrevious(order: OrderSlot, previous: OrderSlot): void {
    this.ints[order * 20 + 6] = previous;
  }

  /** The next newer order among the open orders of its row. */
  rowNext(order: OrderSlot): OrderSlot {
    return this.ints[order * 20 + 7]! as OrderSlot;
  }

  setRowNext(order: OrderSlot, rowNext: OrderSlot): void {
    this.ints[order * 20 + 7] = rowNext;
  }

  /** The next older order among the open orders of its row. */
  rowPrevious(order: OrderSlot): OrderSlot {
    return this.ints[order * 20 + 8]! as OrderSlot;
  }

  setRowPrevious(order: OrderSlot, rowPrevious: OrderSlot): void {
    this.ints[order * 20 + 8] = rowPrevious;
  }

  /** The id that clients know; 0 in a place without an order. */
  orderId(order: OrderSlot): OrderId {
    return this.numbers[order * 10 + 5]! as OrderId;
  }

  setOrderId(order: OrderSlot, orderId: OrderId): void {
    this.numbers[order * 10 + 5] = orderId;
  }

  /** Limit price; 0 when it has none. */
  price(order: OrderSlot): Ticks {
    return this.numbers[order * 10 + 6]! as Ticks;
  }

  setPrice(order: OrderSlot, price: Ticks): void {
    this.numbers[order * 10 + 6] = price;
  }

  /** Total quantity. */
  quantity(order: OrderSlot): Lots {
    return this.numbers[order * 10 + 7]! as Lots;
  }

  setQuantity(order: OrderSlot, quantity: Lots): void {
    this.numbers[order * 10 + 7] = quantity;
  }

  /** When it was placed. */
  createdAt(order: OrderSlot): Millis {
    return this.numbers[order * 10 + 8]! as Millis;
  }

  setCreatedAt(order: OrderSlot, createdAt: Millis): void {
    this.numbers[order * 10 + 8] = createdAt;
  }

  /** When it last changed. */
  updatedAt(order: OrderSlot): Millis {
    return this.numbers[order * 10 + 9]! as Millis;
  }

  setUpdatedAt(order: OrderSlot, updatedAt: Millis): void {
    this.numbers[order * 10 + 9] = updatedAt;
  }

  /** The fee tag that its tag names (money/fees/order-tags.ts); NONE if it names none. */
  orderTag(order: OrderSlot): TagNumber {
    const extra = this.#extra(order);
    const kept = extra === NONE ? -1 : this.#extras.orderTag(extra);
    return kept as TagNumber;
  }

  setOrderTag(order: OrderSlot, orderTag: TagNumber): void {
    if (orderTag !== -1 || this.#extra(order) !== NONE) {
      this.#extras.setOrderTag(this.#withExtra(order), orderTag);
    }
  }

  /** The algo order that placed it; 0 for none. */
  algo(order: OrderSlot): AlgoOrderId {
    const extra = this.#extra(order);
    const kept = extra === NONE ? 0 : this.#extras.algo(extra);
    return kept as AlgoOrderId;
  }

  setAlgo(order: OrderSlot, algo: AlgoOrderId): void {
    if (algo !== 0 || this.#extra(order) !== NONE) {
      this.#extras.setAlgo(this.#withExtra(order), algo);
    }
  }

  /** Price at which an isolated order reserves its margin; 0 when it reserves nothing. Rules 5.9. */
  reference(order: OrderSlot): Ticks {
    const extra = this.#extra(order);
    const kept = extra === NONE ? 0 : this.#extras.reference(extra);
    return kept as Ticks;
  }

  setReference(order: OrderSlot, reference: Ticks): void {
    if (reference !== 0 || this.#extra(order) !== NONE) {
      this.#extras.setReference(this.#withExtra(order), reference);
    }
  }

  /** Maximum of its total that the book shows; −1 here for all of it. */
  visibleQuantity(order: OrderSlot): Lots {
    const extra = this.#extra(order);
    const kept = extra === NONE ? -1 : this.#extras.visibleQuantity(extra);
    return (kept === -1 ? this.quantity(order) : kept) as Lots;
  }

  /** To be set after `quantity`: what is the same goes on to be it. */
  setVisibleQuantity(order: OrderSlot, visibleQuantity: Lots): void {
    const kept = visibleQuantity !== 0 && visibleQuantity === this.quantity(order) ? (-1 as Lots) : visibleQuantity;
    if (kept !== -1 || this.#extra(order) !== NONE) {
      this.#extras.setVisibleQuantity(this.#withExtra(order), kept);
    }
  }

  /** The quote amount of an order placed by amount; otherwise 0. */
  amount(order: OrderSlot): Micros {
    const extra = this.#extra(order);
    const kept = extra === NONE ? 0 : this.#extras.amount(extra);
    return kept as Micros;
  }

  setAmount(order: OrderSlot, amount: Micros): void {
    if (amount !== 0 || this.#extra(order) !== NONE) {
      this.#extras.setAmount(this.#withExtra(order), amount);
    }
  }

  /** Executed part of its quantity. */
  executed(order: OrderSlot): Lots {
    const extra = this.#extra(order);
    const kept = extra === NONE ? 0 : this.#extras.executed(extra);
    return kept as Lots;
  }

  setExecuted(order: OrderSlot, executed: Lots): void {
    if (executed !== 0 || this.#extra(order) !== NONE) {
      this.#extras.setExecuted(this.#withExtra(order), executed);
    }
  }

  /** Σ price × quantity of its executions. */
  executedNotional(order: OrderSlot): Micros {
    const extra = this.#extra(order);
    const kept = extra === NONE ? 0 : this.#extras.executedNotional(extra);
    return kept as Micros;
  }

  setExecutedNotional(order: OrderSlot, executedNotional: Micros): void {
    if (executedNotional !== 0 || this.#extra(order) !== NONE) {
      this.#extras.setExecutedNotional(this.#withExtra(order), executedNotional);
    }
  }

  /** Fees of its executions. */
  totalFee(order: OrderSlot): Micros {
    const extra = this.#extra(order);
    const kept = extra === NONE ? 0 : this.#extras.totalFee(extra);
    return kept as Micros;
  }

  setTotalFee(order: OrderSlot, totalFee: Micros): void {
    if (totalFee !== 0 || this.#extra(order) !== NONE) {
      this.#extras.setTotalFee(this.#withExtra(order), totalFee);
    }
  }

  /** Realized PnL of its executions. */
  realizedPnl(order: OrderSlot): Micros {
    const extra = this.#extra(order);
    const kept = extra === NONE ? 0 : this.#extras.realizedPnl(extra);
    return kept as Micros;
  }

  setRealizedPnl(order: OrderSlot, realizedPnl: Micros): void {
    if (realizedPnl !== 0 || this.#extra(order) !== NONE) {
      this.#extras.setRealizedPnl(this.#withExtra(order), realizedPnl);
    }
  }

  #withExtra(order: OrderSlot): ExtraNumber {
    const known = this.#extra(order);
    if (known !== NONE) return known;
    const extra = this.#extras.allocate();
    this.#setExtra(order, extra);
    return extra;
  }
}

/** What `orderFlags` is made of. */
export interface OrderFlags {
  readonly side: Side;
  readonly reduceOnly: boolean;
  readonly marginMode: MarginMode;
  readonly type: OrderType;
  readonly market: MarketNumber;
}

export function orderFlags({ side, reduceOnly, marginMode, type, market }: OrderFlags): number {
  return (
    (side === "SELL" ? 1 : 0) |
    ((reduceOnly ? 1 : 0) << 1) |
    ((marginMode === "ISOLATED" ? 1 : 0) << 2) |
    (ORDER_TYPES.indexOf(type) << 3) |
    (market << 16)
  );
}
