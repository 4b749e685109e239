// Written by `npm run generate` from queued.record.ts. Changes here are overwritten.

import { Table } from "../../base/storage/number-table.ts";
import type { AnswerNumber, QueuePlace } from "../../base/units.ts";

/** All accounts' answers for orders that came to nothing, oldest first. */
export class QueuedTable extends Table<QueuePlace> {
  constructor() {
    super(2);
  }

  /** The answer. */
  answer(place: QueuePlace): AnswerNumber {
    return this.ints[place * 4]! as AnswerNumber;
  }

  setAnswer(place: QueuePlace, answer: AnswerNumber): void {
    this.ints[place * 4] = answer;
  }

  /** The place before it; NONE for the first. */
  earlier(place: QueuePlace): QueuePlace {
    return this.ints[place * 4 + 1]! as QueuePlace;
  }

  setEarlier(place: QueuePlace, earlier: QueuePlace): void {
    this.ints[place * 4 + 1] = earlier;
  }

  /** The place after it; NONE for the last. */
  later(place: QueuePlace): QueuePlace {
    return this.ints[place * 4 + 2]! as QueuePlace;
  }

  setLater(place: QueuePlace, later: QueuePlace): void {
    this.ints[place * 4 + 2] = later;
  }
}
