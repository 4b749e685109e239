// How the answers to placements are kept: a row each, for each account its finished ones in lists from the oldest on, and
// all those that came to nothing in one more, over all accounts.

import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { Table } from "../../base/storage/table.ts";
import { TEXT_INTS, TextTable } from "../../base/storage/text-table.ts";

const STATUS = TEXT_INTS;
const REFUSED_AT = TEXT_INTS + 1;
const NEXT_FINISHED = TEXT_INTS + 2;
const PLACE = TEXT_INTS + 3;
/** In steps of a number's width. */
const ORDER_ID = 4;
const NUMBERS = 5;
const WIDTH = NUMBERS * 2;

/** Found by account and client order id; the further bytes are the order's terms and why it was refused. */
export class AnsweredRows extends TextTable {
  constructor(hash: KeyedHash) {
    super(hash, NUMBERS);
  }

  orderId(row: number): number {
    return this.numbers[row * NUMBERS + ORDER_ID]!;
  }

  setOrderId(row: number, orderId: number): void {
    this.numbers[row * NUMBERS + ORDER_ID] = orderId;
  }

  /** The place of its status in `ORDER_STATUSES`. */
  status(row: number): number {
    return this.ints[row * WIDTH + STATUS]!;
  }

  setStatus(row: number, status: number): void {
    this.ints[row * WIDTH + STATUS] = status;
  }

  /** Where in the further bytes the refusal begins, NONE when there was none. */
  refusedAt(row: number): number {
    return this.ints[row * WIDTH + REFUSED_AT]!;
  }

  setRefusedAt(row: number, byte: number): void {
    this.ints[row * WIDTH + REFUSED_AT] = byte;
  }

  /** The row that was finished next on the same account, NONE for the newest. */
  nextFinished(row: number): number {
    return this.ints[row * WIDTH + NEXT_FINISHED]!;
  }

  setNextFinished(row: number, next: number): void {
    this.ints[row * WIDTH + NEXT_FINISHED] = next;
  }

  /** Its place in the queue over all accounts; says something only while it has one. */
  place(row: number): number {
    return this.ints[row * WIDTH + PLACE]!;
  }

  setPlace(row: number, place: number): void {
    this.ints[row * WIDTH + PLACE] = place;
  }
}

const OLDEST = 0;
const NEWEST = 1;
const COUNT = 2;
const LIST_WIDTH = 3;

export class FinishedLists {
  /** By account: the oldest row, the newest, and how many there are. The rows say something only while there are any. */
  #lists = new Int32Array(LIST_WIDTH * 64);
  /** Accounts from this number on have none and never had. */
  #accounts = 0;

  count(account: number): number {
    return account < this.#accounts ? this.#lists[account * LIST_WIDTH + COUNT]! : 0;
  }

  push(rows: AnsweredRows, account: number, row: number): void {
    if (account >= this.#accounts) this.#makeRoom(account + 1);
    const lists = this.#lists;
    const at = account * LIST_WIDTH;
    rows.setNextFinished(row, NONE);
    if (lists[at + COUNT]! === 0) lists[at + OLDEST] = row;
    else rows.setNextFinished(lists[at + NEWEST]!, row);
    lists[at + NEWEST] = row;
    lists[at + COUNT]!++;
  }

  /** Takes the oldest row off a list that is not empty. */
  shift(rows: AnsweredRows, account: number): number {
    const at = account * LIST_WIDTH;
    const oldest = this.#lists[at + OLDEST]!;
    this.#lists[at + OLDEST] = rows.nextFinished(oldest);
    this.#lists[at + COUNT]!--;
    return oldest;
  }

  write(out: ByteWriter): void {
    out.i32(this.#accounts);
    out.raw(this.#bytes());
  }

  read(input: ByteReader): void {
    this.#makeRoom(input.i32());
    input.raw(this.#bytes());
  }

  #bytes(): Uint8Array {
    return new Uint8Array(this.#lists.buffer, 0, this.#accounts * LIST_WIDTH * 4);
  }

  #makeRoom(accounts: number): void {
    this.#accounts = accounts;
    if (accounts * LIST_WIDTH <= this.#lists.length) return;
    const grown = new Int32Array(Math.max(accounts * LIST_WIDTH, this.#lists.length * 2));
    grown.set(this.#lists);
    this.#lists = grown;
  }
}

const ROW = 0;
const EARLIER = 1;
const LATER = 2;
const PLACE_NUMBERS = 2;
const PLACE_WIDTH = PLACE_NUMBERS * 2;

/** Rows of all accounts in the order in which they came; any of them can leave. */
export class RowQueue extends Table {
  #oldest = NONE;
  #newest = NONE;
  #count = 0;

  constructor() {
    super(PLACE_NUMBERS);
  }

  get count(): number {
    return this.#count;
  }

  /** The row that came first, of a queue that is not empty. */
  get oldestRow(): number {
    return this.ints[this.#oldest * PLACE_WIDTH + ROW]!;
  }

  /** @returns its place, by which it leaves */
  push(row: number): number {
    const place = this.allocate();
    this.ints[place * PLACE_WIDTH + ROW] = row;
    this.#link(this.#newest, place);
    this.#link(place, NONE);
    this.#count++;
    return place;
  }

  leave(place: number): void {
    this.#link(this.ints[place * PLACE_WIDTH + EARLIER]!, this.ints[place * PLACE_WIDTH + LATER]!);
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

  /** Two that stand one behind the other; NONE before the first and behind the last. */
  #link(earlier: number, later: number): void {
    if (earlier === NONE) this.#oldest = later;
    else this.ints[earlier * PLACE_WIDTH + LATER] = later;
    if (later === NONE) this.#newest = earlier;
    else this.ints[later * PLACE_WIDTH + EARLIER] = earlier;
  }
}
