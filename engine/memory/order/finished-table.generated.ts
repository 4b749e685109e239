// Written by `npm run generate` from finished.record.ts. Changes here are overwritten.

import { SideTable } from "../../base/storage/side-table.ts";
import type { AccountNumber, AnswerNumber } from "../../base/units.ts";

/** The list of an account's answers that are finished; one table of those that came to something, one of the others. */
export class FinishedTable extends SideTable {
  constructor() {
    super(12);
  }

  /** The one that was finished first; says something only while there are any. */
  oldest(account: AccountNumber): AnswerNumber {
    return this.ints[account * 3]! as AnswerNumber;
  }

  setOldest(account: AccountNumber, oldest: AnswerNumber): void {
    this.ints[account * 3] = oldest;
  }

  /** The one that was finished last; says something only while there are any. */
  newest(account: AccountNumber): AnswerNumber {
    return this.ints[account * 3 + 1]! as AnswerNumber;
  }

  setNewest(account: AccountNumber, newest: AnswerNumber): void {
    this.ints[account * 3 + 1] = newest;
  }

  /** How many there are. */
  length(account: AccountNumber): number {
    return this.ints[account * 3 + 2]!;
  }

  setLength(account: AccountNumber, length: number): void {
    this.ints[account * 3 + 2] = length;
  }
}
