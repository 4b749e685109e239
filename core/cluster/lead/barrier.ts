// From the lease to leading: a node that has claimed reads the journal to its head and appends the barrier, the batch that
// begins its term. Behind it no batch of an earlier term comes (C9): each of those was to stand where the barrier or something
// before it stands. Before it is confirmed the node takes no command and answers no read.

import type { SharedJournal } from "../ports/shared-journal.ts";
import type { Head } from "../records/batch-row.ts";
import type { AppendLine } from "./append-line.ts";

interface BarrierParts {
  readonly journal: SharedJournal;
  readonly line: AppendLine;
  /** Whether the lease holds. */
  readonly holds: () => boolean;
  /** Appends the first batch of the term. */
  readonly append: (behind: Head) => void;
  /** The journal no longer has what this node has applied. */
  readonly onGone: () => void;
  /** The connection was lost, and another one is needed. */
  readonly connect: (done: () => void) => void;
}

export class Barrier {
  readonly #parts: BarrierParts;
  #isReading = false;
  /** It was sent, and may be on its way. */
  #isOut = false;
  #isOver = false;

  constructor(parts: BarrierParts) {
    this.#parts = parts;
  }

  /** The new session ends those of earlier leaders: half a statement of theirs would hold the next place. */
  begin(): void {
    this.#isReading = true;
    this.#parts.connect(() => {
      this.#isReading = false;
      this.advance();
    });
  }

  /** Goes on where the node can. */
  advance(): void {
    const { journal, line, holds } = this.#parts;
    if (this.#isOver || this.#isReading || this.#isOut || !line.isFree || !holds()) return;
    this.#isReading = true;
    journal.rowsBehind(line.head, (read) => {
      this.#isReading = false;
      if (this.#isOver) return;
      if (read === null) return this.begin();
      if (read === "gone") return this.#lostSome();
      line.found(read.rows);
      if (read.rows.length > 0) return this.advance();
      if (!holds()) return;
      this.#isOut = true;
      this.#parts.append(line.head);
    });
  }

  /** Another batch has its place, or PostgreSQL could not take it: what was read may be out of date. */
  again(): void {
    this.#isOut = false;
    this.#parts.line.forgetFound();
  }

  end(): void {
    this.#isOver = true;
  }

  /** A failover has taken away what was found there, or worse, what was applied. */
  #lostSome(): void {
    const { line, onGone } = this.#parts;
    const found = line.head;
    line.forgetFound();
    if (line.head === found) return onGone();
    this.advance();
  }
}
