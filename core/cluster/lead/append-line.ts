// Appends to the shared journal, one batch at a time, and determines the fate of each batch. Committed is not yet
// confirmed: a batch that was only found in the journal, or whose wait for the standby was cancelled, is lost with the
// server that showed it. A batch is confirmed (C7) when its own statement returns plainly, or a later statement does that
// named it: the next append, or a renewal.

import type { AppendOutcome, SharedJournal } from "../ports/shared-journal.ts";
import { type BatchRow, type Head, sameHead } from "../records/batch-row.ts";
import type { Term } from "../records/term.ts";

interface AppendLineParts {
  readonly journal: SharedJournal;
  readonly by: Term;
  /** The last row that the node's engine has applied: everything up to there is confirmed. */
  readonly applied: () => Head;
  /** Called for each batch, in sequence. */
  readonly onConfirmed: (row: BatchRow) => void;
  /** PostgreSQL could not take the batch, and said so: nothing happened. */
  readonly onFailed: (row: BatchRow) => void;
  /** Another batch has this batch's place, or another node holds the lease. */
  readonly onRefused: () => void;
  /** The connection leads to another server than the one on which the term began: its content is not what this node knows. */
  readonly onMoved: () => void;
  /** Another batch can be appended. */
  readonly onFree: () => void;
}

export class AppendLine {
  readonly #parts: AppendLineParts;
  /** Batches that are in the journal after what is applied, and not known to be confirmed. */
  #tail: BatchRow[] = [];
  /** The batch whose fate is not known yet. */
  #out: { readonly row: BatchRow; readonly behind: Head } | null = null;
  #isOver = false;

  constructor(parts: AppendLineParts) {
    this.#parts = parts;
  }

  /** The head that the next batch follows. */
  get head(): Head {
    return this.#tail.at(-1) ?? this.#parts.applied();
  }

  get isFree(): boolean {
    return this.#out === null && !this.#isOver;
  }

  /** Adds what others have appended, as it was read after the head. */
  found(rows: readonly BatchRow[]): void {
    this.#tail.push(...rows);
  }

  /** Forgets the rows found, which may have been lost: they are read again. */
  forgetFound(): void {
    this.#tail = [];
  }

  append(row: BatchRow): void {
    this.#out = { row, behind: this.head };
    this.#send((outcome) => {
      if (outcome === "appended") return this.#appended();
      if (outcome === "unknown") return this.#repeat();
      this.#out = null;
      if (outcome === "failed") this.#parts.onFailed(row);
      else this.#parts.onRefused();
    });
  }

  /** Notes that a statement which named a batch has returned plainly: so that batch survives, and all before it. */
  confirmed(named: Head): void {
    const at = this.#tail.findIndex((row) => sameHead(row, named));
    for (const row of this.#tail.splice(0, at + 1)) this.#parts.onConfirmed(row);
  }

  /** Ignores all answers from now on. */
  end(): void {
    this.#isOver = true;
  }

  /** Repeats the statement. Until the fate of the first one is known, nothing else is appended and no caller is answered. */
  #repeat(): void {
    const { journal, by, onMoved } = this.#parts;
    journal.connect(by, (timeline) => {
      if (this.#isOver) return;
      if (timeline !== by.timeline) return onMoved();
      this.#send((outcome) => {
        // "No row" and errors decide nothing here: the first statement may be what stands in this one's way.
        if (outcome === "appended") this.#appended();
        else this.#readPlace();
      });
    });
  }

  #readPlace(): void {
    const { row, behind } = this.#out!;
    this.#parts.journal.rowsBehind(behind, (read) => {
      if (this.#isOver) return;
      if (read === null) return this.#repeat();
      const there = read === "gone" ? undefined : read.rows[0];
      if (there === undefined && read !== "gone") return this.#repeat();
      this.#out = null;
      if (there === undefined || !sameHead(there, row)) return this.#parts.onRefused();
      this.#tail.push(row);
      this.#parts.onFree();
    });
  }

  #send(done: (outcome: AppendOutcome) => void): void {
    const { row, behind } = this.#out!;
    this.#parts.journal.append(row, behind, this.#parts.by, (outcome) => {
      if (!this.#isOver) done(outcome);
    });
  }

  /** The statement returned plainly, and it required the row before it: so both survive. */
  #appended(): void {
    this.#tail.push(this.#out!.row);
    this.#out = null;
    this.confirmed(this.head);
    if (!this.#isOver) this.#parts.onFree();
  }
}
