// Written by `npm run generate` from level.record.ts. Changes here are overwritten.

import { Table } from "../../base/storage/number-table.ts";
import type { LevelNumber, Lots, MarketNumber, OrderSlot, SideNumber, Ticks } from "../../base/units.ts";

/** Prices at which orders rest, with the queue of each. */
export class LevelTable extends Table<LevelNumber> {
  constructor() {
    super(4);
  }

  /** The market and the side to which it belongs. */
  setBook(level: LevelNumber, asks: SideNumber, market: MarketNumber): void {
    this.ints[level * 8] = asks | (market << 1);
  }

  /** Its side. */
  asks(level: LevelNumber): SideNumber {
    return (this.ints[level * 8]! & 1) as SideNumber;
  }

  /** Its market. */
  market(level: LevelNumber): MarketNumber {
    return (this.ints[level * 8]! >>> 1) as MarketNumber;
  }

  /** The order at the front of the queue, which is executed first. */
  head(level: LevelNumber): OrderSlot {
    return this.ints[level * 8 + 1]! as OrderSlot;
  }

  setHead(level: LevelNumber, head: OrderSlot): void {
    this.ints[level * 8 + 1] = head;
  }

  /** The order at the end of the queue, which is executed last. */
  tail(level: LevelNumber): OrderSlot {
    return this.ints[level * 8 + 2]! as OrderSlot;
  }

  setTail(level: LevelNumber, tail: OrderSlot): void {
    this.ints[level * 8 + 2] = tail;
  }

  /** Number of orders that rest here. */
  orders(level: LevelNumber): number {
    return this.ints[level * 8 + 3]!;
  }

  setOrders(level: LevelNumber, orders: number): void {
    this.ints[level * 8 + 3] = orders;
  }

  /** Its price. */
  price(level: LevelNumber): Ticks {
    return this.numbers[level * 4 + 2]! as Ticks;
  }

  setPrice(level: LevelNumber, price: Ticks): void {
    this.numbers[level * 4 + 2] = price;
  }

  /** Visible quantity of its orders. */
  visible(level: LevelNumber): Lots {
    return this.numbers[level * 4 + 3]! as Lots;
  }

  setVisible(level: LevelNumber, visible: Lots): void {
    this.numbers[level * 4 + 3] = visible;
  }
}
