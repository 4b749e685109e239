// Written by `npm run generate` from row.record.ts. Changes here are overwritten.

import { Table } from "../../base/storage/number-table.ts";
import type {
  AccountNumber,
  FineMicros,
  Flag,
  Leverage,
  Lots,
  MarketNumber,
  Micros,
  Millis,
  OrderSlot,
  RowNumber,
  SideNumber,
  Ticks,
} from "../../base/units.ts";

/**
 * An account's position in one market in one margin mode, and what its open orders there would add. Rows are never
 * removed.
 */
export abstract class RowTable extends Table<RowNumber> {
  constructor() {
    super(24);
  }

  /** What is not given a first value here holds what was there before. */
  override allocate(): RowNumber {
    const row = super.allocate();
    this.ints[row * 48 + 12] = -1;
    this.ints[row * 48 + 13] = -1;
    return row;
  }

  /** Makes 0: entryMicros, entryFine, settlePrice, accruedFunding, openedAt. */
  clear(row: RowNumber): void {
    this.numbers[row * 24 + 10] = 0;
    this.numbers[row * 24 + 11] = 0;
    this.numbers[row * 24 + 15] = 0;
    this.numbers[row * 24 + 16] = 0;
    this.numbers[row * 24 + 17] = 0;
  }

  /** Signed: above 0 for a long. */
  quantity(row: RowNumber): Lots {
    return this.numbers[row * 24]! as Lots;
  }

  setQuantity(row: RowNumber, quantity: Lots): void {
    this.numbers[row * 24] = quantity;
    this.noteMarginBound(row);
  }

  /** `cost_position`, signed. */
  cost(row: RowNumber): Micros {
    return this.numbers[row * 24 + 1]! as Micros;
  }

  setCost(row: RowNumber, cost: Micros): void {
    this.numbers[row * 24 + 1] = cost;
    this.noteMarginBound(row);
  }

  /** Remaining size of open orders that are not reduce-only. */
  pendingBuy(row: RowNumber): Lots {
    return this.numbers[row * 24 + 2]! as Lots;
  }

  pendingSell(row: RowNumber): Lots {
    return this.numbers[row * 24 + 3]! as Lots;
  }

  /** Adds to what there is on a side. */
  addPending(row: RowNumber, side: SideNumber, more: Lots): void {
    this.numbers[row * 24 + 2 + side]! += more;
    this.noteMarginBound(row);
  }

  /** The account of the position. */
  account(row: RowNumber): AccountNumber {
    return this.ints[row * 48 + 8]! as AccountNumber;
  }

  setAccount(row: RowNumber, account: AccountNumber): void {
    this.ints[row * 48 + 8] = account;
  }

  /** The market of the position. */
  market(row: RowNumber): MarketNumber {
    return this.ints[row * 48 + 9]! as MarketNumber;
  }

  setMarket(row: RowNumber, market: MarketNumber): void {
    this.ints[row * 48 + 9] = market;
  }

  /** The position is in isolated margin mode. */
  isolated(row: RowNumber): Flag {
    return this.ints[row * 48 + 10]! as Flag;
  }

  setIsolated(row: RowNumber, isolated: Flag): void {
    this.ints[row * 48 + 10] = isolated;
  }

  /** Number of its open orders. */
  orders(row: RowNumber): number {
    return this.ints[row * 48 + 11]!;
  }

  setOrders(row: RowNumber, orders: number): void {
    this.ints[row * 48 + 11] = orders;
  }

  /** The oldest of its open orders. */
  firstOrder(row: RowNumber): OrderSlot {
    return this.ints[row * 48 + 12]! as OrderSlot;
  }

  setFirstOrder(row: RowNumber, firstOrder: OrderSlot): void {
    this.ints[row * 48 + 12] = firstOrder;
  }

  /** The newest of its open orders. */
  lastOrder(row: RowNumber): OrderSlot {
    return this.ints[row * 48 + 13]! as OrderSlot;
  }

  setLastOrder(row: RowNumber, lastOrder: OrderSlot): void {
    this.ints[row * 48 + 13] = lastOrder;
  }

  /** 0: the market's default. */
  leverage(row: RowNumber): Leverage {
    return this.ints[row * 48 + 14]! as Leverage;
  }

  setLeverage(row: RowNumber, leverage: Leverage): void {
    this.ints[row * 48 + 14] = leverage;
    this.noteMarginBound(row);
  }

  /** The account's next row, by market number, then cross before isolated. Rules go by symbol: `marketsBySymbol`. */
  next(row: RowNumber): RowNumber {
    return this.ints[row * 48 + 15]! as RowNumber;
  }

  setNext(row: RowNumber, next: RowNumber): void {
    this.ints[row * 48 + 15] = next;
  }

  /** On a cross row: the account's orders in the market are isolated unless they say otherwise. Rules 5.8. */
  isolatedByDefault(row: RowNumber): Flag {
    return this.ints[row * 48 + 16]! as Flag;
  }

  setIsolatedByDefault(row: RowNumber, isolatedByDefault: Flag): void {
    this.ints[row * 48 + 16] = isolatedByDefault;
  }

  /** Number of its open orders that are reduce-only. */
  reduceOnlyOrders(row: RowNumber): number {
    return this.ints[row * 48 + 17]!;
  }

  setReduceOnlyOrders(row: RowNumber, reduceOnlyOrders: number): void {
    this.ints[row * 48 + 17] = reduceOnlyOrders;
  }

  /** Number of algo orders that can fire and only close this row; they end with it. Rules 3.3. */
  closingAlgos(row: RowNumber): number {
    return this.ints[row * 48 + 18]!;
  }

  setClosingAlgos(row: RowNumber, closingAlgos: number): void {
    this.ints[row * 48 + 18] = closingAlgos;
  }

  /** The entry value in whole micros; see entry-value.ts. */
  entryMicros(row: RowNumber): Micros {
    return this.numbers[row * 24 + 10]! as Micros;
  }

  setEntryMicros(row: RowNumber, entryMicros: Micros): void {
    this.numbers[row * 24 + 10] = entryMicros;
  }

  /** The part of the entry value that is finer than a micro. */
  entryFine(row: RowNumber): FineMicros {
    return this.numbers[row * 24 + 11]! as FineMicros;
  }

  setEntryFine(row: RowNumber, entryFine: FineMicros): void {
    this.numbers[row * 24 + 11] = entryFine;
  }

  /** Isolated margin. */
  margin(row: RowNumber): Micros {
    return this.numbers[row * 24 + 12]! as Micros;
  }

  setMargin(row: RowNumber, margin: Micros): void {
    this.numbers[row * 24 + 12] = margin;
  }

  /** Amount reserved by open isolated buy orders. */
  reserveBuy(row: RowNumber): Micros {
    return this.numbers[row * 24 + 13]! as Micros;
  }

  setReserveBuy(row: RowNumber, reserveBuy: Micros): void {
    this.numbers[row * 24 + 13] = reserveBuy;
  }

  /** Amount reserved by open isolated sell orders. */
  reserveSell(row: RowNumber): Micros {
    return this.numbers[row * 24 + 14]! as Micros;
  }

  setReserveSell(row: RowNumber, reserveSell: Micros): void {
    this.numbers[row * 24 + 14] = reserveSell;
  }

  /** The mark price at the last settlement; 0 before the first. */
  settlePrice(row: RowNumber): Ticks {
    return this.numbers[row * 24 + 15]! as Ticks;
  }

  setSettlePrice(row: RowNumber, settlePrice: Ticks): void {
    this.numbers[row * 24 + 15] = settlePrice;
  }

  /** Funding paid since the last settlement. */
  accruedFunding(row: RowNumber): Micros {
    return this.numbers[row * 24 + 16]! as Micros;
  }

  setAccruedFunding(row: RowNumber, accruedFunding: Micros): void {
    this.numbers[row * 24 + 16] = accruedFunding;
  }

  /** When the position was opened. */
  openedAt(row: RowNumber): Millis {
    return this.numbers[row * 24 + 17]! as Millis;
  }

  setOpenedAt(row: RowNumber, openedAt: Millis): void {
    this.numbers[row * 24 + 17] = openedAt;
  }

  /** When it last changed. */
  updatedAt(row: RowNumber): Millis {
    return this.numbers[row * 24 + 18]! as Millis;
  }

  setUpdatedAt(row: RowNumber, updatedAt: Millis): void {
    this.numbers[row * 24 + 18] = updatedAt;
  }

  /** Number of changes of the row. */
  version(row: RowNumber): number {
    return this.numbers[row * 24 + 19]!;
  }

  setVersion(row: RowNumber, version: number): void {
    this.numbers[row * 24 + 19] = version;
  }

  protected abstract noteMarginBound(row: RowNumber): void;
}
