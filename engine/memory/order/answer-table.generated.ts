// Written by `npm run generate` from answer.record.ts. Changes here are overwritten.

import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { TextTable } from "../../base/storage/text-table.ts";
import type { AnswerNumber, OrderId, QueuePlace } from "../../base/units.ts";

/** Answers to placements with a client order id. The order's terms and a refusal are stored as bytes after the id. */
export class AnswerTable extends TextTable<AnswerNumber> {
  constructor(hash: KeyedHash) {
    super(hash, 5);
  }

  /** The place of its status in `ORDER_STATUSES`. */
  status(answer: AnswerNumber): number {
    return this.ints[answer * 10 + 4]!;
  }

  setStatus(answer: AnswerNumber, status: number): void {
    this.ints[answer * 10 + 4] = status;
  }

  /** Where the refusal begins in the bytes after the id; NONE when there was none. */
  refusedAt(answer: AnswerNumber): number {
    return this.ints[answer * 10 + 5]!;
  }

  setRefusedAt(answer: AnswerNumber, refusedAt: number): void {
    this.ints[answer * 10 + 5] = refusedAt;
  }

  /** The answer that was finished next on the same account; NONE for the newest. Valid once this one is finished. */
  nextFinished(answer: AnswerNumber): AnswerNumber {
    return this.ints[answer * 10 + 6]! as AnswerNumber;
  }

  setNextFinished(answer: AnswerNumber, nextFinished: AnswerNumber): void {
    this.ints[answer * 10 + 6] = nextFinished;
  }

  /** Its place in the queue over all accounts; valid only while it has one. */
  place(answer: AnswerNumber): QueuePlace {
    return this.ints[answer * 10 + 7]! as QueuePlace;
  }

  setPlace(answer: AnswerNumber, place: QueuePlace): void {
    this.ints[answer * 10 + 7] = place;
  }

  /** The order that the placement created, or the id under which it was refused. */
  orderId(answer: AnswerNumber): OrderId {
    return this.numbers[answer * 5 + 4]! as OrderId;
  }

  setOrderId(answer: AnswerNumber, orderId: OrderId): void {
    this.numbers[answer * 5 + 4] = orderId;
  }
}
