// Which placements were answered how, by the caller's own id: a repeated placement gets its first answer, so that a lost
// answer is never a second position. Rules 2.11. Remembered are all open orders and, per account, the last 10,000
// finished ones: of a busy venue by far the most that the engine knows, so all of it is kept as bytes.
//
// What comes to nothing costs its sender nothing, so of that far less is remembered: per account the last 100, of the
// whole venue the last 100,000. An id that is forgotten is free again, and a client that repeats an order that was refused
// can get no second position by it.

import { assert } from "../../base/fault.ts";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import type { AccountNumber, AnswerNumber } from "../../base/units.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../base/vocabulary.ts";
import { readRejection, writeRejection } from "../../language/rejection-bytes.ts";
import type { Rejection } from "../../language/rejections.ts";
import { AnswerTable } from "./answer-table.generated.ts";
import { FinishedLists, VainQueue } from "./finished-orders.ts";

/** How much is remembered of what is finished. */
export interface MemoryBounds {
  readonly ofAccount: number;
  /** Of what came to nothing: of an account, and of the venue. */
  readonly vainOfAccount: number;
  readonly vain: number;
}

const BOUNDS: MemoryBounds = { ofAccount: 10_000, vainOfAccount: 100, vain: 100_000 };

export interface FirstAnswer {
  /** Of the order, or of the algo order. */
  readonly orderId: number;
  /** As the placement was answered. */
  readonly status: OrderStatus;
  readonly rejection: Rejection | null;
}

export class ClientOrders {
  readonly #rows: AnswerTable;
  readonly #bounds: MemoryBounds;
  readonly #finished = new FinishedLists();
  readonly #vain = new FinishedLists();
  readonly #vainOfAll = new VainQueue();
  /** Where the terms of a placement are written to be compared or remembered, and what is remembered behind its id. */
  readonly terms = new ByteWriter(256);
  readonly #further = new ByteWriter(256);

  constructor(hash: KeyedHash, bounds = BOUNDS) {
    this.#rows = new AnswerTable(hash);
    this.#bounds = bounds;
  }

  /** How many ids are remembered. */
  get count(): number {
    return this.#rows.count;
  }

  find(account: AccountNumber, clientOrderId: string): FirstAnswer | undefined {
    const row = this.#rows.rowOf(account, clientOrderId);
    if (row === NONE) return undefined;
    const rows = this.#rows;
    return { orderId: rows.orderId(row), status: ORDER_STATUSES[rows.status(row)]!, rejection: this.#rejectionOf(row) };
  }

  /** Whether the id is remembered, with a placement of these terms. */
  hasTerms(account: AccountNumber, clientOrderId: string, terms: Uint8Array): boolean {
    const row = this.#rows.rowOf(account, clientOrderId);
    if (row === NONE) return false;
    const remembered = this.#rows.furtherOf(row);
    for (let i = 0; i < terms.length; i++) if (remembered[i] !== terms[i]) return false;
    return true;
  }

  /**
   * @param terms no terms begin with the whole of other terms
   * @returns the row that says what the order is called, for as long as it is open
   */
  remember(account: AccountNumber, clientOrderId: string, terms: Uint8Array, answer: FirstAnswer): AnswerNumber {
    const rows = this.#rows;
    const known = rows.rowOf(account, clientOrderId) !== NONE;
    assert(!known, "an id is remembered once", { account, clientOrderId });
    const row = rows.add(account, clientOrderId, this.#furtherBytes(terms, answer.rejection));
    rows.setOrderId(row, answer.orderId);
    rows.setRefusedAt(row, answer.rejection === null ? NONE : terms.length);
    rows.setStatus(row, ORDER_STATUSES.indexOf(answer.status));
    return row;
  }

  /** What the owner of an order calls it. @param row as `remember` said */
  idOf(row: AnswerNumber): string {
    return this.#rows.textOf(row);
  }

  /**
   * How a remembered placement was answered, once that is known.
   * @param row as `remember` said
   * @param refused null leaves what was remembered
   */
  answered(row: AnswerNumber, status: OrderStatus, refused: Rejection | null = null): void {
    const rows = this.#rows;
    rows.setStatus(row, ORDER_STATUSES.indexOf(status));
    if (refused === null) return;
    const terms = rows.furtherOf(row);
    rows.setRefusedAt(row, terms.length);
    rows.replaceFurther(row, this.#furtherBytes(terms, refused));
  }

  /** The order is finished: from now on its id is remembered only among the last ones. */
  finish(account: AccountNumber, clientOrderId: string, isVain = false): void {
    const row = this.#rows.rowOf(account, clientOrderId);
    assert(row !== NONE, "an order with an id is remembered until it is finished", { account, clientOrderId });
    this.finishRow(account, row, isVain);
  }

  /**
   * The same by the row that `remember` said.
   * @param isVain nothing came of it, as of all that is refused
   */
  finishRow(account: AccountNumber, row: AnswerNumber, isVain = this.#rows.refusedAt(row) !== NONE): void {
    if (isVain) return this.#finishVain(account, row);
    this.#finished.push(this.#rows, account, row);
    if (this.#finished.length(account) <= this.#bounds.ofAccount) return;
    this.#rows.remove(this.#finished.shift(this.#rows, account));
  }

  write(out: ByteWriter): void {
    this.#rows.write(out);
    this.#finished.write(out);
    this.#vain.write(out);
    this.#vainOfAll.write(out);
  }

  read(input: ByteReader): void {
    this.#rows.read(input);
    this.#finished.read(input);
    this.#vain.read(input);
    this.#vainOfAll.read(input);
  }

  index(): void {
    this.#rows.index();
  }

  #finishVain(account: AccountNumber, row: AnswerNumber): void {
    const rows = this.#rows;
    this.#vain.push(rows, account, row);
    rows.setPlace(row, this.#vainOfAll.push(row));
    if (this.#vain.length(account) > this.#bounds.vainOfAccount) this.#forgetVainOf(account);
    // The oldest of all is the oldest of its account.
    if (this.#vainOfAll.count > this.#bounds.vain) this.#forgetVainOf(rows.ownerOf(this.#vainOfAll.oldestAnswer));
  }

  #forgetVainOf(account: AccountNumber): void {
    const row = this.#vain.shift(this.#rows, account);
    this.#vainOfAll.leave(this.#rows.place(row));
    this.#rows.remove(row);
  }

  /** Valid until the next call. */
  #furtherBytes(terms: Uint8Array, refused: Rejection | null): Uint8Array {
    const further = this.#further;
    further.reset();
    further.raw(terms);
    if (refused !== null) writeRejection(further, refused);
    return further.view();
  }

  #rejectionOf(row: AnswerNumber): Rejection | null {
    const refusedAt = this.#rows.refusedAt(row);
    return refusedAt === NONE ? null : readRejection(new ByteReader(this.#rows.furtherOf(row).subarray(refusedAt)));
  }
}
