// Written by `npm run generate` from order-extras.record.ts. Changes here are overwritten.

import { Table } from "../../base/storage/number-table.ts";
import type { AlgoOrderId, ExtraNumber, Lots, Micros, TagNumber, Ticks } from "../../base/units.ts";

/** The cold half of an order, for orders with any value in it. */
export class OrderExtras extends Table<ExtraNumber> {
  constructor() {
    super(9);
  }

  /** What is not given a first value here holds what was there before. */
  override allocate(): ExtraNumber {
    const extra = super.allocate();
    this.ints[extra * 18] = -1;
    this.numbers[extra * 9 + 1] = 0;
    this.numbers[extra * 9 + 2] = 0;
    this.numbers[extra * 9 + 3] = -1;
    this.numbers[extra * 9 + 4] = 0;
    this.numbers[extra * 9 + 5] = 0;
    this.numbers[extra * 9 + 6] = 0;
    this.numbers[extra * 9 + 7] = 0;
    this.numbers[extra * 9 + 8] = 0;
    return extra;
  }

  /** The fee tag that its tag names (money/fees/order-tags.ts); NONE if it names none. */
  orderTag(extra: ExtraNumber): TagNumber {
    return this.ints[extra * 18]! as TagNumber;
  }

  setOrderTag(extra: ExtraNumber, orderTag: TagNumber): void {
    this.ints[extra * 18] = orderTag;
  }

  /** The algo order that placed it; 0 for none. */
  algo(extra: ExtraNumber): AlgoOrderId {
    return this.numbers[extra * 9 + 1]! as AlgoOrderId;
  }

  setAlgo(extra: ExtraNumber, algo: AlgoOrderId): void {
    this.numbers[extra * 9 + 1] = algo;
  }

  /** Price at which an isolated order reserves its margin; 0 when it reserves nothing. Rules 5.9. */
  reference(extra: ExtraNumber): Ticks {
    return this.numbers[extra * 9 + 2]! as Ticks;
  }

  setReference(extra: ExtraNumber, reference: Ticks): void {
    this.numbers[extra * 9 + 2] = reference;
  }

  /** Maximum of its total that the book shows; −1 here for all of it. */
  visibleQuantity(extra: ExtraNumber): Lots {
    return this.numbers[extra * 9 + 3]! as Lots;
  }

  setVisibleQuantity(extra: ExtraNumber, visibleQuantity: Lots): void {
    this.numbers[extra * 9 + 3] = visibleQuantity;
  }

  /** The quote amount of an order placed by amount; otherwise 0. */
  amount(extra: ExtraNumber): Micros {
    return this.numbers[extra * 9 + 4]! as Micros;
  }

  setAmount(extra: ExtraNumber, amount: Micros): void {
    this.numbers[extra * 9 + 4] = amount;
  }

  /** Executed part of its quantity. */
  executed(extra: ExtraNumber): Lots {
    return this.numbers[extra * 9 + 5]! as Lots;
  }

  setExecuted(extra: ExtraNumber, executed: Lots): void {
    this.numbers[extra * 9 + 5] = executed;
  }

  /** Σ price × quantity of its executions. */
  executedNotional(extra: ExtraNumber): Micros {
    return this.numbers[extra * 9 + 6]! as Micros;
  }

  setExecutedNotional(extra: ExtraNumber, executedNotional: Micros): void {
    this.numbers[extra * 9 + 6] = executedNotional;
  }

  /** Fees of its executions. */
  totalFee(extra: ExtraNumber): Micros {
    return this.numbers[extra * 9 + 7]! as Micros;
  }

  setTotalFee(extra: ExtraNumber, totalFee: Micros): void {
    this.numbers[extra * 9 + 7] = totalFee;
  }

  /** Realized PnL of its executions. */
  realizedPnl(extra: ExtraNumber): Micros {
    return this.numbers[extra * 9 + 8]! as Micros;
  }

  setRealizedPnl(extra: ExtraNumber, realizedPnl: Micros): void {
    this.numbers[extra * 9 + 8] = realizedPnl;
  }
}
