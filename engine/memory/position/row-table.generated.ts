// Written by `npm run records` from row.record.ts. Changes here are overwritten.

import { Table } from "../../base/storage/table.ts";
import type {
  AccountNumber,
  FineMicros,
  Flag,
  Lots,
  MarketNumber,
  Micros,
  Millis,
  OrderSlot,
  RowNumber,
  Ticks,
} from "../../base/units.ts";

/** An account's position in one market in one margin mode, and what its open orders there would add. None ever goes. */
export abstract class RowTable extends Table<RowNumber> {
  constructor(capacity = 64) {
    super(24, capacity);
  }

  /** What is not given a first value here holds what was there before. */
  override allocate(): RowNumber {
    const row = super.allocate();
    this.ints[row * 48 + 12] = -1;
    this.ints[row * 48 + 13] = -1;
    return row;
  }

  /** Makes 0: entryMicros, entryFine, settlePrice, accruedFunding, openedAt. */
  clear(row: number): void {
    this.numbers[row * 24 + 10] = 0;
    this.numbers[row * 24 + 11] = 0;
    this.numbers[row * 24 + 15] = 0;
    this.numbers[row * 24 + 16] = 0;
    this.numbers[row * 24 + 17] = 0;
  }

  /** Signed: above 0 for a long. */
  quantity(row: number): Lots {
    return this.numbers[row * 24]! as Lots;
  }

  setQuantity(row: number, quantity: number): void {
    this.numbers[row * 24] = quantity;
    this.noteMarginBound(row);
  }

  /** `cost_position`, signed. */
  cost(row: number): Micros {
    return this.numbers[row * 24 + 1]! as Micros;
  }

  setCost(row: number, cost: number): void {
    this.numbers[row * 24 + 1] = cost;
    this.noteMarginBound(row);
  }

  /** Remaining lots of open orders that are not reduce-only. */
  pendingBuy(row: number): Lots {
    return this.numbers[row * 24 + 2]! as Lots;
  }

  pendingSell(row: number): Lots {
    return this.numbers[row * 24 + 3]! as Lots;
  }

  /** Adds to what there is on a side. */
  addPending(row: number, side: number, more: number): void {
    this.numbers[row * 24 + 2 + side]! += more;
    this.noteMarginBound(row);
  }

  /** Whose it is. */
  account(row: number): AccountNumber {
    return this.ints[row * 48 + 8]! as AccountNumber;
  }

  setAccount(row: number, account: number): void {
    this.ints[row * 48 + 8] = account;
  }

  /** Where it is. */
  market(row: number): MarketNumber {
    return this.ints[row * 48 + 9]! as MarketNumber;
  }

  setMarket(row: number, market: number): void {
    this.ints[row * 48 + 9] = market;
  }

  /** In isolated margin mode. */
  isolated(row: number): Flag {
    return this.ints[row * 48 + 10]! as Flag;
  }

  setIsolated(row: number, isolated: number): void {
    this.ints[row * 48 + 10] = isolated;
  }

  /** Its open orders. */
  orders(row: number): number {
    return this.ints[row * 48 + 11]!;
  }

  setOrders(row: number, orders: number): void {
    this.ints[row * 48 + 11] = orders;
  }

  /** The oldest of its open orders. */
  firstOrder(row: number): OrderSlot {
    return this.ints[row * 48 + 12]! as OrderSlot;
  }

  setFirstOrder(row: number, firstOrder: number): void {
    this.ints[row * 48 + 12] = firstOrder;
  }

  /** The newest of its open orders. */
  lastOrder(row: number): OrderSlot {
    return this.ints[row * 48 + 13]! as OrderSlot;
  }

  setLastOrder(row: number, lastOrder: number): void {
    this.ints[row * 48 + 13] = lastOrder;
  }

  /** 0: the market's default. */
  leverage(row: number): number {
    return this.ints[row * 48 + 14]!;
  }

  setLeverage(row: number, leverage: number): void {
    this.ints[row * 48 + 14] = leverage;
    this.noteMarginBound(row);
  }

  /** The account's next row, by market number, then cross before isolated. Rules go by symbol: `marketsBySymbol`. */
  next(row: number): RowNumber {
    return this.ints[row * 48 + 15]! as RowNumber;
  }

  setNext(row: number, next: number): void {
    this.ints[row * 48 + 15] = next;
  }

  /** On a cross row: the account's orders in the market are isolated unless they say otherwise. Rules 5.8. */
  isolatedByDefault(row: number): Flag {
    return this.ints[row * 48 + 16]! as Flag;
  }

  setIsolatedByDefault(row: number, isolatedByDefault: number): void {
    this.ints[row * 48 + 16] = isolatedByDefault;
  }

  /** How many of its open orders are reduce-only. */
  reduceOnlyOrders(row: number): number {
    return this.ints[row * 48 + 17]!;
  }

  setReduceOnlyOrders(row: number, reduceOnlyOrders: number): void {
    this.ints[row * 48 + 17] = reduceOnlyOrders;
  }

  /** Algo orders that may fire and only close this row; they go when it does. Rules 3.3. */
  closingAlgos(row: number): number {
    return this.ints[row * 48 + 18]!;
  }

  setClosingAlgos(row: number, closingAlgos: number): void {
    this.ints[row * 48 + 18] = closingAlgos;
  }

  /** The entry value in whole micros; see entry-value.ts. */
  entryMicros(row: number): Micros {
    return this.numbers[row * 24 + 10]! as Micros;
  }

  setEntryMicros(row: number, entryMicros: number): void {
    this.numbers[row * 24 + 10] = entryMicros;
  }

  /** What of the entry value is finer. */
  entryFine(row: number): FineMicros {
    return this.numbers[row * 24 + 11]! as FineMicros;
  }

  setEntryFine(row: number, entryFine: number): void {
    this.numbers[row * 24 + 11] = entryFine;
  }

  /** Isolated margin. */
  margin(row: number): Micros {
    return this.numbers[row * 24 + 12]! as Micros;
  }

  setMargin(row: number, margin: number): void {
    this.numbers[row * 24 + 12] = margin;
  }

  /** What open isolated orders to buy reserve. */
  reserveBuy(row: number): Micros {
    return this.numbers[row * 24 + 13]! as Micros;
  }

  setReserveBuy(row: number, reserveBuy: number): void {
    this.numbers[row * 24 + 13] = reserveBuy;
  }

  /** What open isolated orders to sell reserve. */
  reserveSell(row: number): Micros {
    return this.numbers[row * 24 + 14]! as Micros;
  }

  setReserveSell(row: number, reserveSell: number): void {
    this.numbers[row * 24 + 14] = reserveSell;
  }

  /** The mark price at the last settlement, 0 before the first. */
  settlePrice(row: number): Ticks {
    return this.numbers[row * 24 + 15]! as Ticks;
  }

  setSettlePrice(row: number, settlePrice: number): void {
    this.numbers[row * 24 + 15] = settlePrice;
  }

  /** Funding paid since the last settlement. */
  accruedFunding(row: number): Micros {
    return this.numbers[row * 24 + 16]! as Micros;
  }

  setAccruedFunding(row: number, accruedFunding: number): void {
    this.numbers[row * 24 + 16] = accruedFunding;
  }

  /** When the position was opened. */
  openedAt(row: number): Millis {
    return this.numbers[row * 24 + 17]! as Millis;
  }

  setOpenedAt(row: number, openedAt: number): void {
    this.numbers[row * 24 + 17] = openedAt;
  }

  /** When it last changed. */
  updatedAt(row: number): Millis {
    return this.numbers[row * 24 + 18]! as Millis;
  }

  setUpdatedAt(row: number, updatedAt: number): void {
    this.numbers[row * 24 + 18] = updatedAt;
  }

  /** Counts its changes. */
  version(row: number): number {
    return this.numbers[row * 24 + 19]!;
  }

  setVersion(row: number, version: number): void {
    this.numbers[row * 24 + 19] = version;
  }

  protected abstract noteMarginBound(row: number): void;
}
