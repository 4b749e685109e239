// The records of one batch that lies by itself, as a shared journal keeps it: the bytes that a segment file would have there,
// each record checked by its CRC, its position and the hash chain.

import { Fault } from "@evermark/engine";
import { HASH_BYTES } from "./checksums.ts";
import {
  chainMatches,
  crcMatches,
  type JournalRecord,
  PAYLOAD_BYTES_MAX,
  payloadLength,
  RECORD_HEAD_BYTES,
  RECORD_OVERHEAD_BYTES,
  recordAt,
  recordPosition,
} from "./journal-record.ts";
import { RecordWindow, WINDOW_BYTES } from "./window.ts";

const START = WINDOW_BYTES + HASH_BYTES;

/** Where one batch at a time is read; it only grows. */
let bytes = new Uint8Array(64 * 1024);
let view = new DataView(bytes.buffer);
let window = new RecordWindow(bytes);

/**
 * @param before the hash that the first record continues
 * @param first its position
 * @throws {Fault} naming the record that is not what was written
 */
export function readBatch(before: Uint8Array, first: number, content: Uint8Array): JournalRecord[] {
  makeRoom(START + content.length);
  bytes.set(before, WINDOW_BYTES);
  bytes.set(content, START);
  const end = START + content.length;
  const records: JournalRecord[] = [];
  for (let start = START; start < end; ) {
    const position = first + records.length;
    const length = end - start < RECORD_HEAD_BYTES ? PAYLOAD_BYTES_MAX : payloadLength(view, start);
    const next = start + RECORD_OVERHEAD_BYTES + length;
    if (next > end) throw damaged(position, "it is incomplete");
    const { checked, hashed, payload } = window.viewsOf(start, length);
    if (!crcMatches(view, start, checked)) throw damaged(position, "it fails its CRC");
    if (recordPosition(view, start) !== position) throw damaged(position, "it has another position");
    if (!chainMatches(view, next - HASH_BYTES, hashed)) throw damaged(position, "it does not continue the hash chain");
    records.push({ position, at: recordAt(view, start), payload: payload.slice() });
    start = next;
  }
  return records;
}

function makeRoom(length: number): void {
  if (bytes.length >= length) return;
  bytes = new Uint8Array(length * 2);
  view = new DataView(bytes.buffer);
  window = new RecordWindow(bytes);
}

function damaged(position: number, reason: string): Fault {
  return new Fault(`record ${position} of a batch is damaged: ${reason}`);
}
