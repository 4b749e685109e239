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

import { crc32, HASH_BYTES, sha256 } from "./digest.ts";

export interface JournalRecord {
  /** 1-based, contiguous. */
  readonly position: number;
  /** Venue milliseconds. */
  readonly at: number;
  /** The caller's bytes; stays valid, nobody writes to it again. */
  readonly payload: Uint8Array;
}

export const RECORD_HEAD_BYTES = 24;
export const RECORD_OVERHEAD_BYTES = RECORD_HEAD_BYTES + HASH_BYTES;
/** Far above any command; a length above it can only be damage. */
export const PAYLOAD_BYTES_MAX = 16 * 1024 * 1024;

const STARTS_BATCH = 0x8000_0000;

/** The parts of a record, with whether it is the first of its batch. */
export interface RecordParts extends JournalRecord {
  readonly startsBatch: boolean;
}

/** Writes a record at `start`; the previous hash must already stand in the 32 bytes before it. Returns where it ends. */
export function encodeRecord(bytes: Uint8Array, view: DataView, start: number, record: RecordParts): number {
  const payloadStart = start + RECORD_HEAD_BYTES;
  const payloadEnd = payloadStart + record.payload.length;
  view.setUint32(start + 4, (record.payload.length | (record.startsBatch ? STARTS_BATCH : 0)) >>> 0, true);
  view.setFloat64(start + 8, record.position, true);
  view.setFloat64(start + 16, record.at, true);
  bytes.set(record.payload, payloadStart);
  view.setUint32(start, crc32(bytes.subarray(start + 4, payloadEnd)), true);
  sha256(bytes.subarray(start - HASH_BYTES, payloadEnd), bytes.subarray(payloadEnd, payloadEnd + HASH_BYTES));
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

/** Whether the CRC of the record at `start`, whose payload has `length` bytes, matches. */
export function crcMatches(bytes: Uint8Array, view: DataView, start: number, length: number): boolean {
  return view.getUint32(start, true) === crc32(bytes.subarray(start + 4, start + RECORD_HEAD_BYTES + length));
}

const scratch = new Uint8Array(HASH_BYTES);
const scratchView = new DataView(scratch.buffer);

/** Whether the hash of the record at `start` follows from its bytes and from the 32 bytes before it. */
export function chainMatches(bytes: Uint8Array, view: DataView, start: number, length: number): boolean {
  const hashStart = start + RECORD_HEAD_BYTES + length;
  sha256(bytes.subarray(start - HASH_BYTES, hashStart), scratch);
  for (let i = 0; i < HASH_BYTES; i += 4) {
    if (view.getInt32(hashStart + i, true) !== scratchView.getInt32(i, true)) return false;
  }
  return true;
}
