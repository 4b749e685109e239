// One record of the journal as bytes, all numbers little-endian:
//
//     byte 0    u32  CRC-32 of bytes 4 to the end of the payload
//          4    u32  payload length in bytes; the top bit is set on the first record of a batch
//          8    f64  position, 1-based and contiguous over all segments
//         16    f64  at, venue milliseconds
//         24         payload
//     24 + n         SHA-256 of the 32 bytes before this record and of this record up to here
//
// The 32 bytes before a record are the hash that ends the previous record, or the one that ends the segment's header.
// So each hash covers everything before it back to position 1, and the bytes to hash lie in one piece: writing and
// verifying never copy. The CRC leaves the hash out; a flipped bit in the hash is found by the chain.
//
// The batch bit is what makes a torn tail decidable: a batch is only written once the one before it is durable, so a
// record that starts a batch proves that everything before it was durable (see recovery.ts).

import { crc32, HASH_BYTES, sha256 } from "./checksums.ts";

export interface JournalRecord {
  /** 1-based, contiguous. */
  readonly position: number;
  /** Venue milliseconds. */
  readonly at: number;
  /** The caller's bytes. */
  readonly payload: Uint8Array;
  /** Whether it is the first of the records that were written together. */
  readonly startsBatch: boolean;
}

/** The CRC does not cover itself. */
export const RECORD_CHECKED_START = 4;
export const RECORD_HEAD_BYTES = 24;
export const RECORD_OVERHEAD_BYTES = RECORD_HEAD_BYTES + HASH_BYTES;
/** Far above any command; a length above it can only be damage. */
export const PAYLOAD_BYTES_MAX = 16 * 1024 * 1024;

const STARTS_BATCH = 0x8000_0000;

const scratch = new Uint8Array(HASH_BYTES);
const scratchView = new DataView(scratch.buffer);

/** The parts of a record that are read in one piece. */
export interface RecordViews {
  /** Where the record that the views show begins. */
  readonly start: number;
  /** What the CRC covers: all but the CRC itself, up to the end of the payload. */
  readonly checked: Uint8Array;
  /** What the hash covers: the hash before the record, and the record up to the end of the payload. */
  readonly hashed: Uint8Array;
  readonly payload: Uint8Array;
}

/** Memory that records are written to; the window, in which each is checksummed, is at its start. */
export interface RecordMemory {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly window: { viewsOf(start: number, length: number): RecordViews };
}

/** Writes a record at `start`; the previous hash must already be in the 32 bytes before it. Returns where the record ends. */
export function encodeRecord({ bytes, view, window }: RecordMemory, start: number, record: JournalRecord): number {
  const { length } = record.payload;
  const payloadEnd = start + RECORD_HEAD_BYTES + length;
  view.setUint32(start + 4, (length | (record.startsBatch ? STARTS_BATCH : 0)) >>> 0, true);
  view.setFloat64(start + 8, record.position, true);
  view.setFloat64(start + 16, record.at, true);
  bytes.set(record.payload, start + RECORD_HEAD_BYTES);
  const views = window.viewsOf(start, length);
  const crc = crc32(views.checked);
  view.setUint32(start, crc, true);
  // The hash covers the CRC, and is computed where the views show the record.
  view.setUint32(views.start, crc, true);
  sha256(views.hashed, scratch);
  bytes.set(scratch, payloadEnd);
  return payloadEnd + HASH_BYTES;
}

/** The payload length that the record at `start` claims; it may be damaged. */
export function payloadLength(view: DataView, start: number): number {
  return (view.getUint32(start + 4, true) & ~STARTS_BATCH) >>> 0;
}

export function startsBatch(view: DataView, start: number): boolean {
  return view.getUint32(start + 4, true) >= STARTS_BATCH;
}

export function recordPosition(view: DataView, start: number): number {
  return view.getFloat64(start + 8, true);
}

export function recordAt(view: DataView, start: number): number {
  return view.getFloat64(start + 16, true);
}

/** Whether the record at `start` has the CRC of what it covers: from `RECORD_CHECKED_START` on to the payload's end. */
export function crcMatches(view: DataView, start: number, checked: Uint8Array): boolean {
  return view.getUint32(start, true) === crc32(checked);
}

/** Whether the hash at `hashStart` is that of what it covers: the hash before the record, and the record up to it. */
export function chainMatches(view: DataView, hashStart: number, hashed: Uint8Array): boolean {
  sha256(hashed, scratch);
  for (let i = 0; i < HASH_BYTES; i += 4) {
    if (view.getInt32(hashStart + i, true) !== scratchView.getInt32(i, true)) return false;
  }
  return true;
}
