// Which remembered answers belong to finished orders: a list per account, oldest first, and one more queue over all accounts for
// the answers of orders that came to nothing.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, AnswerNumber, QueuePlace } from "../../base/units.ts";
import type { AnswerTable } from "./answer-table.generated.ts";
import { FinishedTable } from "./finished-table.generated.ts";
import { QueuedTable } from "./queued-table.generated.ts";

export class FinishedLists extends FinishedTable {
  push(answers: AnswerTable, account: AccountNumber, answer: AnswerNumber): void {
    this.reach(account + 1);
    const length = this.length(account);
    answers.setNextFinished(answer, NONE);
    if (length === 0) this.setOldest(account, answer);
    else answers.setNextFinished(this.newest(account), answer);
    this.setNewest(account, answer);
    this.setLength(account, length + 1);
  }

  /** Removes the oldest answer from a list that is not empty. */
  shift(answers: AnswerTable, account: AccountNumber): AnswerNumber {
    const oldest = this.oldest(account);
    this.setOldest(account, answers.nextFinished(oldest));
    this.setLength(account, this.length(account) - 1);
    return oldest;
  }
}

/** Answers of all accounts in order of arrival; any of them can leave the queue. */
export class FruitlessQueue extends QueuedTable {
  #oldest: QueuePlace = NONE;
  #newest: QueuePlace = NONE;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The answer at the head of a queue that is not empty. */
  get oldestAnswer(): AnswerNumber {
    return this.answer(this.#oldest);
  }

  /** @returns its place, which `leave` takes */
  push(answer: AnswerNumber): QueuePlace {
    const place = this.allocate();
    this.setAnswer(place, answer);
    this.#link(this.#newest, place);
    this.#link(place, NONE);
    this.#count++;
    return place;
  }

  leave(place: QueuePlace): void {
    this.#link(this.earlier(place), this.later(place));
    this.free(place);
    this.#count--;
  }

  override write(out: ByteWriter): void {
    super.write(out);
    for (const n of [this.#oldest, this.#newest, this.#count]) out.i32(n);
  }

  override read(input: ByteReader): void {
    super.read(input);
    this.#oldest = input.i32();
    this.#newest = input.i32();
    this.#count = input.i32();
  }

  /** Links two neighbours; `earlier` is NONE before the first, `later` NONE behind the last. */
  #link(earlier: QueuePlace, later: QueuePlace): void {
    if (earlier === NONE) this.#oldest = later;
    else this.setLater(earlier, later);
    if (later === NONE) this.#newest = earlier;
    else this.setEarlier(later, earlier);
  }
}
