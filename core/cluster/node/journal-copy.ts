// A node's own copy of the shared journal: files like those of a venue that stands alone, so that whatever reads such files (the
// start, history, snapshots, backups) reads these. PostgreSQL has said of each batch that it is confirmed before it is copied.
//
// A row is a batch of the files as well, or their hash chain would be another one. One is written at a time, as in a venue that
// stands alone; but what a node has missed is written many rows at once: losing that costs no more than reading it again.

import { assert, Fault } from "@evermark/engine";
import type { Journal, JournalListener } from "@evermark/journal";
import { readBatch } from "@evermark/journal/batch-records.ts";
import { sameHash } from "@evermark/journal/checksums.ts";
import { type BatchRow, isEmpty } from "../records/batch-row.ts";

interface JournalCopyParts {
  /** Everything up to `position` is on this machine's disk. */
  readonly onCopied: (position: number) => void;
  /** This machine's disk takes no more: the node can't go on. */
  readonly onFailed: (error: Error) => void;
}

export class JournalCopy implements JournalListener {
  readonly #parts: JournalCopyParts;
  #journal: Journal | null = null;
  /** Whether all rows that wait are written at once. */
  isCatchingUp = false;
  /** Rows that wait, and the last of those that are being written. */
  #waiting: BatchRow[] = [];
  #writing: BatchRow | null = null;
  #failure: Error | null = null;
  #idle: ReturnType<typeof Promise.withResolvers<void>> | null = null;

  constructor(parts: JournalCopyParts) {
    this.#parts = parts;
  }

  /** It is opened with this as its listener. */
  begin(journal: Journal): void {
    this.#journal = journal;
  }

  add(row: BatchRow): void {
    // Files have no batch without records.
    if (isEmpty(row)) return;
    this.#waiting.push(row);
    this.#writeNext();
  }

  /** Resolves when all that was added is on the disk. @throws when that can't be */
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
    // A crash may have kept a row's beginning.
    if (position >= from) journal.append(at, payload, position === row.first);
  }
}
