// Reads the records of a single batch, as a shared journal keeps it: the bytes that a segment file would have there, each
// record checked like one of a segment, including its hash chain.

import { Fault } from "@evermark/engine";
import { HASH_BYTES } from "./checksums.ts";
import type { JournalRecord } from "./journal-record.ts";
import { SegmentScan } from "./scan.ts";

/**
 * @param before the hash that the first record continues
 * @param first position of the first record
 * @throws {Fault} naming the record that is not what was written
 */
export function readBatch(before: Uint8Array, first: number, content: Uint8Array): JournalRecord[] {
  const bytes = new Uint8Array(HASH_BYTES + content.length);
  bytes.set(before);
  bytes.set(content, HASH_BYTES);
  const read = (into: Uint8Array, at: number): number => {
    const found = bytes.subarray(at, at + into.length);
    into.set(found);
    return found.length;
  };
  const scan = new SegmentScan({ size: () => bytes.length, read, close() {} }, first, true, HASH_BYTES);
  const records: JournalRecord[] = [];
  for (let record = scan.next(); record !== undefined; record = scan.next()) {
    records.push({ ...record, payload: record.payload.slice() });
  }
  if (scan.byte === bytes.length) return records;
  // Zeros are the unused space at the end of a segment; a batch has none.
  const reason = scan.problem ?? "nothing but zeros follows";
  throw new Fault(`record ${scan.nextPosition} of a batch is damaged: ${reason}`);
}
