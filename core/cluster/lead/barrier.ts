// From the lease to leading: a node that has claimed reads the journal to its head, restores to it what a failover has
// taken away, and appends the barrier, the batch that begins its term. No batch of an earlier term comes after the barrier
// (C9), because each of those was to take the place of the barrier or of something before it. Until the barrier is
// confirmed, the node takes no command and answers no read.

import { encodeCommand, type Millis } from "@evermark/engine";
import type { Doubt, MissingRows } from "../lost/missing-rows.ts";
import type { SharedJournal } from "../ports/shared-journal.ts";
import { type BatchRow, type Head, writeRow } from "../records/batch-row.ts";
import type { Term } from "../records/term.ts";
import type { AppendLine } from "./append-line.ts";

interface BarrierParts {
  readonly journal: SharedJournal;
  readonly line: AppendLine;
  /** Whether the lease holds. */
  readonly holds: () => boolean;
  readonly missing: Pick<MissingRows, "next">;
  readonly term: Term;
  /** Appends the first batch of the term. */
  readonly append: (behind: Head) => void;
  /** Appends again a row that a failover has lost. */
  readonly restore: (row: BatchRow) => void;
  /**
   * Called when the journal no longer has all that this node has applied: continues from the journal's end, if the node
   * can.
   */
  readonly fallBack: (done: (isDone: boolean) => void) => void;
  /** Whether this node has applied another batch at the row's place. */
  readonly isOther: (row: BatchRow) => boolean;
  /** Called when this node can't lead on from the journal's end. */
  readonly onGone: () => void;
  /** Called when the journal has a higher epoch than this term. */
  readonly onOutrun: () => void;
  readonly onDoubt: (doubt: Doubt) => void;
  /** Opens a new connection in place of a lost one. */
  readonly connect: (done: (timeline: number) => void) => void;
  /** Called when the connection leads to another server than the one on which the term began. */
  readonly onMoved: () => void;
}

const SECOND_MS = 1_000;

/**
 * Makes the barrier. Its time is within the last second that has its tick, so that no second in which no node led lacks
 * one.
 */
export function barrierRow(behind: Head, term: Term, resumesAt: Millis): BatchRow {
  const at = Math.min(resumesAt, behind.at - (behind.at % SECOND_MS) + SECOND_MS - 1) as Millis;
  const payload = encodeCommand({ type: "start_session", at, resumesAt }).slice();
  return writeRow(behind, term, at, [{ at, payload, origin: null }]);
}

export class Barrier {
  readonly #parts: BarrierParts;
  #isReading = false;
  /** The barrier was sent, and may be on its way. */
  #isOut = false;
  #isOver = false;
  /** The journal's last row, as far as was read. */
  #end: Head | null = null;

  constructor(parts: BarrierParts) {
    this.#parts = parts;
  }

  /** Opens a new session, which ends those of earlier leaders: half a statement of theirs would hold the next place. */
  begin(): void {
    this.#isReading = true;
    const { connect, term, onMoved } = this.#parts;
    connect((timeline) => {
      this.#isReading = false;
      if (this.#isOver) return;
      if (timeline !== term.timeline) return onMoved();
      this.advance();
    });
  }

  /** Does the next step that is possible. */
  advance(): void {
    const { journal, line, holds } = this.#parts;
    if (this.#isOver || this.#isReading || this.#isOut || !line.isFree || !holds()) return;
    if (this.#end === line.head) return this.#goOn(line.head);
    this.#isReading = true;
    journal.rowsBehind(line.head, (read) => {
      this.#isReading = false;
      if (this.#isOver) return;
      if (read === null) return this.begin();
      if (read === "gone") return this.#lostSome();
      if (read.rows.some(this.#parts.isOther)) return this.#parts.onGone();
      line.found(read.rows);
      if (read.rows.length === 0) this.#end = line.head;
      this.advance();
    });
  }

  /** Continues from the journal's last row. */
  #goOn(last: Head): void {
    const { missing, term, append, restore, onOutrun, onDoubt } = this.#parts;
    const next = missing.next(last);
    if (next === "wait") return;
    if (next !== "barrier") {
      if (!("hash" in next)) return onDoubt(next);
      this.#end = next;
      return restore(next);
    }
    // Epochs do not fall (C1). An epoch that was given a second time may be lower than one that this server had not heard
    // of.
    if (last.term.epoch > term.epoch) return onOutrun();
    this.#isOut = true;
    append(last);
  }

  /**
   * Reads again: another batch has the barrier's place, or PostgreSQL could not take it, so what was read may be out of
   * date.
   */
  again(): void {
    this.#isOut = false;
    this.#end = null;
    this.#parts.line.forgetFound();
  }

  end(): void {
    this.#isOver = true;
  }

  /** A failover has taken away rows that were found there, or worse, rows that were applied. */
  #lostSome(): void {
    const { line, fallBack, onGone } = this.#parts;
    const found = line.head;
    line.forgetFound();
    if (line.head !== found) return this.advance();
    this.#isReading = true;
    fallBack((isDone) => {
      this.#isReading = false;
      if (this.#isOver) return;
      if (isDone) this.advance();
      else onGone();
    });
  }
}
