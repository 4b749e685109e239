// The records that will be written to disk in one write. Bytes are copied in at once, so a caller may reuse its buffer; the
// array is kept from batch to batch and only grows. The hash that the first record continues is in front of the records.

import { HASH_BYTES } from "./checksums.ts";
import { encodeRecord, RECORD_OVERHEAD_BYTES, type RecordMemory } from "./journal-record.ts";
import { RecordWindow, WINDOW_BYTES } from "./window.ts";

const RECORDS_START = WINDOW_BYTES + HASH_BYTES;

export class Batch {
  private memory = memoryOf(256 * 1024);
  private end = RECORDS_START;
  records = 0;

  /** Empties the batch; its first record will continue `previousHash`. */
  restart(previousHash: Uint8Array): void {
    this.memory.bytes.set(previousHash, WINDOW_BYTES);
    this.end = RECORDS_START;
    this.records = 0;
  }

  /**
   * @param startsBatch given for a copy, whose batches must be those of the original journal: several of them may be
   * written at once
   */
  add(position: number, at: number, payload: Uint8Array, startsBatch = this.records === 0): void {
    const needed = this.end + RECORD_OVERHEAD_BYTES + payload.length;
    if (needed > this.memory.bytes.length) this.grow(needed);
    this.end = encodeRecord(this.memory, this.end, { position, at, payload, startsBatch });
    this.records++;
  }

  /** Length of `content()`. */
  get contentBytes(): number {
    return this.end - RECORDS_START;
  }

  /** The bytes to write: all records, without the hash before them. Valid until the next change. */
  content(): Uint8Array {
    return this.memory.bytes.subarray(RECORDS_START, this.end);
  }

  /** The hash that ends the last record, or the one given to `restart` while empty. Valid until the next change. */
  hash(): Uint8Array {
    return this.memory.bytes.subarray(this.end - HASH_BYTES, this.end);
  }

  private grow(needed: number): void {
    const { bytes } = this.memory;
    this.memory = memoryOf(Math.max(needed, bytes.length * 2));
    this.memory.bytes.set(bytes.subarray(WINDOW_BYTES, this.end), WINDOW_BYTES);
  }
}

function memoryOf(length: number): RecordMemory {
  const bytes = new Uint8Array(length);
  return { bytes, view: new DataView(bytes.buffer), window: new RecordWindow(bytes) };
}
