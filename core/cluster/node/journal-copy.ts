// A node's own copy of the shared journal: files like those of a venue without a cluster, so that everything that reads
// such files (the start, history, snapshots, backups) can read these. A batch is copied only after PostgreSQL has confirmed
// it.
//
// Each row is a batch of the files as well; otherwise their hash chain would differ. Rows are written one at a time, as in
// a venue without a cluster. But rows that a node has missed are written many at once: losing them costs no more than
// reading them again.

import { assert, Fault } from "@evermark/engine";
import type { Journal, JournalListener } from "@evermark/journal";
import { readBatch } from "@evermark/journal/batch-records.ts";
import { sameHash } from "@evermark/journal/checksums.ts";
import { type BatchRow, isEmpty } from "../records/batch-row.ts";

interface JournalCopyParts {
  /** Everything up to `position` is on this machine's disk. */
  readonly onCopied: (position: number) => void;
  /** This machine's disk takes no more: the node can't continue. */
  readonly onFailed: (error: Error) => void;
}

export class JournalCopy implements JournalListener {
  readonly #parts: JournalCopyParts;
  #journal: Journal | null = null;
  /** Whether all waiting rows are written at once. */
  isCatchingUp = false;
  /** Rows that wait to be written, and the last of those being written. */
  #waiting: BatchRow[] = [];
  #writing: BatchRow | null = null;
  #failure: Error | null = null;
  #idle: ReturnType<typeof Promise.withResolvers<void>> | null = null;

  constructor(parts: JournalCopyParts) {
    this.#parts = parts;
  }

  /** Starts writing. The journal must have been opened with this as its listener. */
  begin(journal: Journal): void {
    this.#journal = journal;
  }

  add(row: BatchRow): void {
    // Files have no batch without records.
    if (isEmpty(row)) return;
    this.#waiting.push(row);
    this.#writeNext();
  }

  /** Resolves when everything added is on disk. @throws when that is impossible */
  idle(): Promise<void> {
    this.#idle ??= Promise.withResolvers<void>();
    const { promise } = this.#idle;
    this.#notifyIdle();
    return promise;
  }

  onDurable(position: number): void {
    const row = this.#writing;
    assert(row !== null && row.last === position, "a copy has the batches of the shared journal", { position });
    assert(sameHash(this.#journal!.durableHash(), row.hash), "a copy is the shared journal", { position });
    this.#writing = null;
    this.#parts.onCopied(position);
    this.#writeNext();
    this.#notifyIdle();
  }

  onFailure(error: Error): void {
    if (this.#failure !== null) return;
    this.#failure = new Fault(`this node's copy of the journal can't be written: ${error.message}`);
    this.#parts.onFailed(this.#failure);
    this.#notifyIdle();
  }

  #writeNext(): void {
    const journal = this.#journal!;
    if (this.#writing !== null || this.#failure !== null) return;
    const rows = this.#waiting.splice(0, this.isCatchingUp ? this.#waiting.length : 1);
    if (rows.length === 0) return;
    this.#writing = rows.at(-1)!;
    for (const row of rows) append(journal, row);
  }

  #notifyIdle(): void {
    const isIdle = this.#writing === null && this.#waiting.length === 0;
    if (this.#failure !== null) this.#idle?.reject(this.#failure);
    else if (isIdle) this.#idle?.resolve();
    else return;
    this.#idle = null;
  }
}

function append(journal: Journal, row: BatchRow): void {
  const from = journal.lastPosition + 1;
  assert(row.first <= from && from <= row.last, "a copy goes on where it ends", { from, batch: row.batch });
  for (const { position, at, payload } of readBatch(row.before, row.first, row.records)) {
    // A crash may have left only the first records of a row.
    if (position >= from) journal.append(at, payload, position === row.first);
  }
}
