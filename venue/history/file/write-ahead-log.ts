// Reads SQLite's write-ahead log: the pages that committed transactions have changed and that are not in the database file
// yet. It is read the way SQLite itself reads it after a crash: frame by frame, each with a checksum over itself and all
// frames before it, up to the last complete commit. Layout, big-endian: a header of 32 bytes, then frames of a 24-byte
// header and one page.

import { closeSync, fsyncSync, openSync, readSync, statSync } from "node:fs";
import { PAGE_BYTES, sumOf } from "./page-sums.ts";

export interface CommittedPages {
  /** The sum of each page as the last commit left it, by page number. */
  readonly sums: ReadonlyMap<number, bigint>;
  /** Size of the database after the last commit, in pages. */
  readonly pageCount: number;
}

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES;
const FRAMES_AT_ONCE = 256;
/** The lowest bit says whether the checksums are over big-endian words. */
const MAGIC = 0x377f0682;
const NOTHING: CommittedPages = { sums: new Map(), pageCount: 0 };

/** Size of a log, 0 when there is none. */
export function logBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The pages of a log. The log is synced to disk first, so that the answer holds after a power loss. */
export function committedPages(path: string): CommittedPages {
  if (logBytes(path) <= HEADER_BYTES) return NOTHING;
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
    return readFrames(file);
  } finally {
    closeSync(file);
  }
}

function readFrames(file: number): CommittedPages {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  readSync(file, header, 0, HEADER_BYTES, 0);
  const magic = header.getUint32(0);
  if ((magic & ~1) >>> 0 !== MAGIC || header.getUint32(8) !== PAGE_BYTES) return NOTHING;
  const checksum = new Checksum((magic & 1) === 0);
  checksum.add(header, 0, 24);
  if (!checksum.is(header, 24)) return NOTHING;

  const sums = new Map<number, bigint>();
  let uncommitted: [page: number, sum: bigint][] = [];
  let pageCount = 0;
  const frames = new DataView(new ArrayBuffer(FRAMES_AT_ONCE * FRAME_BYTES));
  for (let at = HEADER_BYTES; ; at += frames.byteLength) {
    const read = readSync(file, frames, 0, frames.byteLength, at);
    for (let frame = 0; frame + FRAME_BYTES <= read; frame += FRAME_BYTES) {
      const isOfThisLog =
        frames.getUint32(frame + 8) === header.getUint32(16) && frames.getUint32(frame + 12) === header.getUint32(20);
      checksum.add(frames, frame, 8);
      checksum.add(frames, frame + FRAME_HEADER_BYTES, PAGE_BYTES);
      if (!isOfThisLog || !checksum.is(frames, frame + 16)) return within(sums, pageCount);
      const page = frames.getUint32(frame);
      uncommitted.push([page, sumOf(page, new Uint8Array(frames.buffer, frame + FRAME_HEADER_BYTES, PAGE_BYTES))]);
      const committedCount = frames.getUint32(frame + 4);
      if (committedCount === 0) continue;
      for (const [committed, sum] of uncommitted) sums.set(committed, sum);
      uncommitted = [];
      pageCount = committedCount;
    }
    if (read < frames.byteLength) return within(sums, pageCount);
  }
}

/** A database that has shrunk has dropped the pages beyond its end. */
function within(sums: Map<number, bigint>, pageCount: number): CommittedPages {
  for (const page of sums.keys()) if (page > pageCount) sums.delete(page);
  return { sums, pageCount };
}

/** The running checksum of a log: two 32-bit sums over pairs of words. */
class Checksum {
  readonly #isLittleEndian: boolean;
  #first = 0;
  #second = 0;

  constructor(isLittleEndian: boolean) {
    this.#isLittleEndian = isLittleEndian;
  }

  add(bytes: DataView, from: number, length: number): void {
    const isLittleEndian = this.#isLittleEndian;
    let first = this.#first;
    let second = this.#second;
    for (let at = from; at < from + length; at += 8) {
      first = (first + bytes.getUint32(at, isLittleEndian) + second) | 0;
      second = (second + bytes.getUint32(at + 4, isLittleEndian) + first) | 0;
    }
    this.#first = first;
    this.#second = second;
  }

  is(bytes: DataView, at: number): boolean {
    return bytes.getInt32(at) === this.#first && bytes.getInt32(at + 4) === this.#second;
  }
}
