// The rows that a node has applied lately, as they were published. A failover to a standby that lagged removes rows that
// were acknowledged: they are appended again from here, and listed from here when that is impossible.

import { type BatchRow, type Head, sameHead } from "../records/batch-row.ts";

interface RecentRow {
  readonly row: BatchRow;
  /** The order that the answer to each command named; 0 for none. */
  readonly orderIds: readonly number[];
}

/** Most bytes of rows, counting what a row takes beside its own bytes. */
const BYTES_MAX = 256 * 1024 * 1024;
const BESIDE_BYTES = 500;

export class RecentRows {
  readonly #bytesMax: number;
  /** The head that the first kept row follows. */
  #base: Head;
  #rows: RecentRow[] = [];
  /** How many rows at the start of the list are forgotten. */
  #gone = 0;
  #bytes = 0;

  constructor(base: Head, bytesMax = BYTES_MAX) {
    this.#base = base;
    this.#bytesMax = bytesMax;
  }

  /** Adds the row that follows the last one. */
  add(row: BatchRow, orderIds: readonly number[]): void {
    this.#rows.push({ row, orderIds });
    this.#bytes += bytesOf(row);
    while (this.#bytes > this.#bytesMax) {
      this.#base = this.#rows[this.#gone++]!.row;
      this.#bytes -= bytesOf(this.#base as BatchRow);
    }
    if (this.#gone * 2 <= this.#rows.length) return;
    this.#rows = this.#rows.slice(this.#gone);
    this.#gone = 0;
  }

  /** The head before the first row that it knows. */
  get first(): Head {
    return this.#base;
  }

  /** The journal's head at a batch, as this node has applied it; null when that is too long ago, or has not come yet. */
  at(batch: number): Head | null {
    return batch === this.#base.batch ? this.#base : (this.#find(batch)?.row ?? null);
  }

  /** The row that follows a head; null when there is none, or this node has applied something else there. */
  behind(head: Head): BatchRow | null {
    const own = this.at(head.batch);
    return own !== null && sameHead(own, head) ? (this.#find(head.batch + 1)?.row ?? null) : null;
  }

  /** All rows after a batch. */
  allBehind(batch: number): readonly RecentRow[] {
    return this.#rows.slice(this.#gone + Math.max(0, batch - this.#base.batch));
  }

  #find(batch: number): RecentRow | undefined {
    return batch > this.#base.batch ? this.#rows[this.#gone + batch - this.#base.batch - 1] : undefined;
  }
}

function bytesOf({ origins, records }: BatchRow): number {
  return origins.length + records.length + BESIDE_BYTES;
}
