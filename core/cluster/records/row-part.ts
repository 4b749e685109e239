// A row on its way from one node to another. It is sent in parts, because a row may be larger than a message on the bus.
// Parts are joined in sequence, and each says how much there is in total.

import type { BatchRow } from "./batch-row.ts";

export interface RowPart {
  /** The row without its bytes. */
  readonly row: Omit<BatchRow, "origins" | "records">;
  /** How many of the bytes are origins; the records follow. */
  readonly originBytes: number;
  /** Bytes of all parts together. */
  readonly length: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A bus takes no message that is much larger. */
export const PART_BYTES_MAX = 512 * 1024;

export function partOf({ origins, records, ...row }: BatchRow, offset: number): RowPart {
  const length = origins.length + records.length;
  const end = Math.min(length, offset + PART_BYTES_MAX);
  const bytes = new Uint8Array(Math.max(0, end - offset));
  bytes.set(origins.subarray(offset, end));
  const behind = Math.max(0, origins.length - offset);
  if (behind < bytes.length)
    bytes.set(records.subarray(Math.max(0, offset - origins.length), end - origins.length), behind);
  return { row, originBytes: origins.length, length, offset, bytes };
}

/** The parts of one row that have arrived. */
export class JoinedParts {
  readonly #parts: RowPart[] = [];
  #length = 0;

  /** The offset of the next part. */
  get length(): number {
    return this.#length;
  }

  /** Adds a part if it is the next one. @returns the row, once it is whole */
  add(part: RowPart): BatchRow | null {
    if (part.offset !== this.#length) return null;
    this.#parts.push(part);
    this.#length += part.bytes.length;
    if (this.#length < part.length) return null;
    const bytes = new Uint8Array(this.#length);
    for (const each of this.#parts) bytes.set(each.bytes, each.offset);
    return { ...part.row, origins: bytes.subarray(0, part.originBytes), records: bytes.subarray(part.originBytes) };
  }
}
