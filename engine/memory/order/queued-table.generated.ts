// Written by `npm run generate` from queued.record.ts. Changes here are overwritten.

import { Table } from "../../base/storage/table.ts";
import type { AnswerNumber } from "../../base/units.ts";

/** All accounts' answers that came to nothing, in the order in which they came. */
export class QueuedTable extends Table {
  constructor() {
    super(2);
  }

  /** Which one it is. */
  answer(place: number): AnswerNumber {
    return this.ints[place * 4]! as AnswerNumber;
  }

  setAnswer(place: number, answer: AnswerNumber): void {
    this.ints[place * 4] = answer;
  }

  /** The place before it, NONE before the first. */
  earlier(place: number): number {
    return this.ints[place * 4 + 1]!;
  }

  setEarlier(place: number, earlier: number): void {
    this.ints[place * 4 + 1] = earlier;
  }

  /** The place behind it, NONE behind the last. */
  later(place: number): number {
    return this.ints[place * 4 + 2]!;
  }

  setLater(place: number, later: number): void {
    this.ints[place * 4 + 2] = later;
  }
}
