// Appends to the shared journal, one batch at a time, and knows of each what became of it. Committed is not yet confirmed: a
// batch that was only found in the journal, or whose wait for the standby was cancelled, is lost with the server that showed it.
// It is confirmed (C7) when its own statement returns plainly, or a later one does that asked for it: the append behind it, or
// a renewal that names it.

import type { AppendOutcome, SharedJournal } from "../ports/shared-journal.ts";
import { type BatchRow, type Head, sameHead } from "../records/batch-row.ts";
import type { Term } from "../records/term.ts";

interface AppendLineParts {
  readonly journal: SharedJournal;
  readonly by: Term;
  /** Where the node's engine stands: everything up to there is confirmed. */
  readonly applied: () => Head;
  /** In sequence. */
  readonly onConfirmed: (row: BatchRow) => void;
  /** PostgreSQL could not take it, and said so: nothing happened. */
  readonly onFailed: (row: BatchRow) => void;
  /** Another batch has its place, or the lease is another node's. */
  readonly onRefused: () => void;
  /** The line leads to another server than that on which the term began: what is there is not what this node knows. */
  readonly onMoved: () => void;
  /** A batch can be appended again. */
  readonly onFree: () => void;
}

export class AppendLine {
  readonly #parts: AppendLineParts;
  /** In the journal behind what is applied, and not known to be confirmed. */
  #tail: BatchRow[] = [];
  /** Its fate is not known yet. */
  #out: { readonly row: BatchRow; readonly behind: Head } | null = null;
  #isOver = false;

  constructor(parts: AppendLineParts) {
    this.#parts = parts;
  }

  /** Behind which the next batch goes. */
  get head(): Head {
    return this.#tail.at(-1) ?? this.#parts.applied();
  }

  get isFree(): boolean {
    return this.#out === null && !this.#isOver;
  }

  /** What others have appended, as it was read behind the head. */
  found(rows: readonly BatchRow[]): void {
    this.#tail.push(...rows);
  }

  /** It may have been lost: it is read again. */
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

  /** A statement that asked for the batch has returned plainly: so it survives, and all before it. */
  confirmed(named: Head): void {
    const at = this.#tail.findIndex((row) => sameHead(row, named));
    for (const row of this.#tail.splice(0, at + 1)) this.#parts.onConfirmed(row);
  }

  /** No answer counts any more. */
  end(): void {
    this.#isOver = true;
  }

  /** Until the fate of the first statement is known nothing else is appended, and no caller answered. */
  #repeat(): void {
    const { journal, by, onMoved } = this.#parts;
    journal.connect(by, (timeline) => {
      if (this.#isOver) return;
      if (timeline !== by.timeline) return onMoved();
      this.#send((outcome) => {
        // "No row" and errors decide nothing here: it may be the first statement that stands in this one's way.
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

  /** Plainly; and it asked for the batches before it. */
  #appended(): void {
    this.#tail.push(this.#out!.row);
    this.#out = null;
    this.confirmed(this.head);
    if (!this.#isOver) this.#parts.onFree();
  }
}
