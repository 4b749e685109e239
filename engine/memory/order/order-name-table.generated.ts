// Written by `npm run generate` from order-name.record.ts. Changes here are overwritten.

import { SideTable } from "../../base/storage/side-table.ts";
import type { AnswerNumber, OrderSlot } from "../../base/units.ts";

/** Where to find the client order id of an open order, for orders that have one. */
export class OrderNameTable extends SideTable {
  constructor() {
    super(4);
  }

  /** The answer that is kept under its client order id. */
  answer(order: OrderSlot): AnswerNumber {
    return this.ints[order]! as AnswerNumber;
  }

  setAnswer(order: OrderSlot, answer: AnswerNumber): void {
    this.ints[order] = answer;
  }
}
