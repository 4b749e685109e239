// The records that will go to disk in one write. Bytes are copied in at once, so a caller may reuse its buffer; the
// array is kept from batch to batch and only grows. It starts with the hash that the first record continues.

import { HASH_BYTES } from "./digest.ts";
import { encodeRecord, RECORD_OVERHEAD_BYTES } from "./record.ts";

export class Batch {
  private bytes = new Uint8Array(256 * 1024);
  private view = new DataView(this.bytes.buffer);
  private end = HASH_BYTES;
  records = 0;

  /** Empties the batch; its first record will continue `previousHash`. */
  restart(previousHash: Uint8Array): void {
    this.bytes.set(previousHash);
    this.end = HASH_BYTES;
    this.records = 0;
  }

  add(position: number, at: number, payload: Uint8Array): void {
    const needed = this.end + RECORD_OVERHEAD_BYTES + payload.length;
    if (needed > this.bytes.length) this.grow(needed);
    const startsBatch = this.records === 0;
    this.end = encodeRecord(this.bytes, this.view, this.end, { position, at, payload, startsBatch });
    this.records++;
  }

  /** What to write: all records, without the hash before them. Valid until the next change. */
  content(): Uint8Array {
    return this.bytes.subarray(HASH_BYTES, this.end);
  }

  /** The hash that ends the last record, or the one given to `restart` while empty. Valid until the next change. */
  hash(): Uint8Array {
    return this.bytes.subarray(this.end - HASH_BYTES, this.end);
  }

  private grow(needed: number): void {
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.end));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}
