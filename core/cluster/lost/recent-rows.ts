// What a node has applied lately, as it was published. A failover to a standby that lagged takes rows away that were acknowledged: from
// here they are appended again, and here stands what is gone when they can't be.

import { type BatchRow, type Head, sameHead } from "../records/batch-row.ts";

interface RecentRow {
  readonly row: BatchRow;
  /** That its commands have named, 0 for none. */
  readonly orderIds: readonly number[];
}

/** Of rows, with what a row takes beside its bytes. */
const BYTES_MAX = 256 * 1024 * 1024;
const BESIDE_BYTES = 500;

export class RecentRows {
  readonly #bytesMax: number;
  /** Behind which the first of them stands. */
  #base: Head;
  #rows: RecentRow[] = [];
  /** How many of the list are let go of. */
  #gone = 0;
  #bytes = 0;

  constructor(base: Head, bytesMax = BYTES_MAX) {
    this.#base = base;
    this.#bytesMax = bytesMax;
  }

  /** It stands behind the one before. */
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

  /** The first batch that it knows of. */
  get first(): Head {
    return this.#base;
  }

  /** Where the journal stood at a batch, as this node has applied it; null when that is too long ago, or has not come. */
  at(batch: number): Head | null {
    return batch === this.#base.batch ? this.#base : (this.#find(batch)?.row ?? null);
  }

  /** The row that comes behind; null when it has none, or has applied something else there. */
  behind(head: Head): BatchRow | null {
    const own = this.at(head.batch);
    return own !== null && sameHead(own, head) ? (this.#find(head.batch + 1)?.row ?? null) : null;
  }

  /** All behind a batch. */
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
