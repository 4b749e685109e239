// The answers to placements, by the caller's own id: a repeated placement gets its first answer, so that a lost answer never
// becomes a second position. Rules 2.11. All open orders are remembered and, per account, the last 10,000 finished ones. In
// a busy venue that is by far the largest part of what the engine knows, so all of it is kept as bytes.
//
// A placement that comes to nothing costs its sender nothing, so far fewer of those are remembered: the last 100 per
// account, and the last 100,000 of the whole venue. An id that is forgotten is free again, and a client that repeats an
// order that was refused can get no second position by it.

import { assert } from "../../base/fault.ts";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import type { AccountNumber, AnswerNumber } from "../../base/units.ts";
import { ORDER_STATUSES, type OrderStatus } from "../../base/vocabulary.ts";
import { readRejection, writeRejection } from "../../language/rejection-bytes.ts";
import type { Rejection } from "../../language/rejections.ts";
import { AnswerTable } from "./answer-table.generated.ts";
import { FinishedLists, FruitlessQueue } from "./finished-orders.ts";

/** How many finished placements are remembered. */
export interface MemoryBounds {
  readonly ofAccount: number;
  /** The same for placements that came to nothing: per account, and in the whole venue. */
  readonly vainOfAccount: number;
  readonly vain: number;
}

const BOUNDS: MemoryBounds = { ofAccount: 10_000, vainOfAccount: 100, vain: 100_000 };

export interface FirstAnswer {
  /** The id of the order, or of the algo order. */
  readonly orderId: number;
  /** The status in the answer to the placement. */
  readonly status: OrderStatus;
  readonly rejection: Rejection | null;
}

export class ClientOrders {
  readonly #rows: AnswerTable;
  readonly #bounds: MemoryBounds;
  readonly #finished = new FinishedLists();
  readonly #vain = new FinishedLists();
  readonly #vainOfAll = new FruitlessQueue();
  /** Buffers for the terms of a placement, to be compared or remembered, and for the bytes that are stored behind its id. */
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

  /** Whether the id is remembered with a placement of exactly these terms. */
  hasTerms(account: AccountNumber, clientOrderId: string, terms: Uint8Array): boolean {
    const row = this.#rows.rowOf(account, clientOrderId);
    if (row === NONE) return false;
    const remembered = this.#rows.furtherOf(row);
    for (let i = 0; i < terms.length; i++) if (remembered[i] !== terms[i]) return false;
    return true;
  }

  /**
   * @param terms encoded so that no placement's terms begin with the whole of another's
   * @returns the row that holds the order's client order id for as long as the order is open
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

  /** The owner's id of an order. @param row as returned by `remember` */
  idOf(row: AnswerNumber): string {
    return this.#rows.textOf(row);
  }

  /**
   * Sets the answer to a remembered placement, once it is known.
   * @param row as returned by `remember`
   * @param refused null keeps what was remembered
   */
  answered(row: AnswerNumber, status: OrderStatus, refused: Rejection | null = null): void {
    const rows = this.#rows;
    rows.setStatus(row, ORDER_STATUSES.indexOf(status));
    if (refused === null) return;
    const terms = rows.furtherOf(row);
    rows.setRefusedAt(row, terms.length);
    rows.replaceFurther(row, this.#furtherBytes(terms, refused));
  }

  /** The order is finished: from now on its id is remembered only as one of the last finished ones. */
  finish(account: AccountNumber, clientOrderId: string, isVain = false): void {
    const row = this.#rows.rowOf(account, clientOrderId);
    assert(row !== NONE, "an order with an id is remembered until it is finished", { account, clientOrderId });
    this.finishRow(account, row, isVain);
  }

  /**
   * The same, given the row that `remember` returned.
   * @param isVain whether the placement came to nothing, as every refused one did
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
    // The oldest in the queue of all accounts is also the oldest of its own account.
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
