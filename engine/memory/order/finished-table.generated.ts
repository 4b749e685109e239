// Written by `npm run generate` from finished.record.ts. Changes here are overwritten.

import { SideTable } from "../../base/storage/side-table.ts";
import type { AccountNumber, AnswerNumber } from "../../base/units.ts";

/** The list of an account's finished answers: one table for those that came to nothing, one for the others. */
export class FinishedTable extends SideTable {
  constructor() {
    super(12);
  }

  /** The answer that was finished first; valid only if there are any. */
  oldest(account: AccountNumber): AnswerNumber {
    return this.ints[account * 3]! as AnswerNumber;
  }

  setOldest(account: AccountNumber, oldest: AnswerNumber): void {
    this.ints[account * 3] = oldest;
  }

  /** The answer that was finished last; valid only if there are any. */
  newest(account: AccountNumber): AnswerNumber {
    return this.ints[account * 3 + 1]! as AnswerNumber;
  }

  setNewest(account: AccountNumber, newest: AnswerNumber): void {
    this.ints[account * 3 + 1] = newest;
  }

  /** Number of answers in the list. */
  length(account: AccountNumber): number {
    return this.ints[account * 3 + 2]!;
  }

  setLength(account: AccountNumber, length: number): void {
    this.ints[account * 3 + 2] = length;
  }
}
