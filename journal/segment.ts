// Segment files: their names and their header. A segment is named after the first position in it, so a listing shows
// which file holds a position and where one is missing. The header, 64 bytes, little-endian:
//
//     byte 0   8 bytes  "EVMJRNL" and a zero
//          8   u32      format version
//         12   u32      CRC-32 of bytes 0-11 and 16-63
//         16   f64      first position
//         24   8 bytes  zero
//         32            the hash that ends the record before the first one (32 zero bytes before position 1)
//
// A segment is created under another name and renamed once its header is durable, so a segment without a whole header is
// never the work of a crash. The hash is last so that the first record finds it in the 32 bytes before it, like any other
// record.
//
// Whatever later formats change, the first 16 bytes keep their meaning, and the header its length and its CRC: so that any
// program can distinguish a segment of a later format, which it must not touch, from a damaged one.

import { join } from "node:path";
import { WrittenByNewer } from "@evermark/engine";
import { crc32, HASH_BYTES } from "./checksums.ts";
import { DirectoryInUse } from "./corrupt.ts";
import type { Disk, DiskFile } from "./journal-disk.ts";

export interface Segment {
  readonly name: string;
  /** Position of its first record. */
  readonly first: number;
}

/** A segment whose records are each good and continue the hash chain from the segment's header. */
export interface CheckedSegment {
  readonly name: string;
  /** Where its last record ends, that record's position and its hash. */
  readonly byte: number;
  readonly position: number;
  readonly hash: Uint8Array;
}

export const SEGMENT_HEADER_BYTES = 64;
export const JOURNAL_FORMAT = 1;

const MAGIC = new TextEncoder().encode("EVMJRNL\0");
const HASH_START = SEGMENT_HEADER_BYTES - HASH_BYTES;
const UNFINISHED_NAME = "segment.new";
const NAME = /^segment-(\d{16})\.log$/;

export function segmentName(first: number): string {
  return `segment-${String(first).padStart(16, "0")}.log`;
}

/** The segments of a directory in order of position; other files are left alone. */
export function listSegments(disk: Disk, directory: string): Segment[] {
  const segments: Segment[] = [];
  for (const name of disk.list(directory)) {
    const match = NAME.exec(name);
    if (match) segments.push({ name, first: Number(match[1]) });
  }
  return segments.sort((a, b) => a.first - b.first);
}

/**
 * Creates an empty, locked segment, replacing one of the same name, and makes its header and its name durable.
 * @param previousHash ends the record at `first − 1`
 */
export function createSegment(disk: Disk, directory: string, first: number, previousHash: Uint8Array): DiskFile {
  const unfinished = join(directory, UNFINISHED_NAME);
  const file = disk.open(unfinished, "create");
  try {
    // Locked before it has its name: a process that finds it under that name finds it locked.
    if (!file.lock()) throw new DirectoryInUse(directory, undefined);
    file.write(encodeSegmentHeader(first, previousHash), 0);
    file.sync();
    disk.rename(unfinished, join(directory, segmentName(first)));
    disk.syncDirectory(directory);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

function encodeSegmentHeader(first: number, previousHash: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, JOURNAL_FORMAT, true);
  view.setFloat64(16, first, true);
  bytes.set(previousHash, HASH_START);
  view.setUint32(12, headerCrc(bytes), true);
  return bytes;
}

/** The header of a segment, or what is wrong with it and at which byte. */
type SegmentHeader = { readonly previousHash: Uint8Array } | { readonly problem: string; readonly byte: number };

/** @throws {WrittenByNewer} when a program with a later format wrote it */
export function readSegmentHeader(file: DiskFile, segment: Segment): SegmentHeader {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
  const count = file.read(bytes, 0);
  if (count < SEGMENT_HEADER_BYTES) return { problem: "the segment header is incomplete", byte: count };
  const view = new DataView(bytes.buffer);
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) return { problem: "this is not a journal segment", byte: 0 };
  if (view.getUint32(12, true) !== headerCrc(bytes)) return { problem: "the segment header fails its CRC", byte: 0 };
  const version = view.getUint32(8, true);
  if (version > JOURNAL_FORMAT) {
    throw new WrittenByNewer(`journal segment ${segment.name}`, `format ${version}`, JOURNAL_FORMAT);
  }
  if (version !== JOURNAL_FORMAT) return { problem: `format version ${version}, not ${JOURNAL_FORMAT}`, byte: 8 };
  const first = view.getFloat64(16, true);
  if (first !== segment.first) return { problem: `the header says position ${first}, unlike the name`, byte: 16 };
  return { previousHash: bytes.slice(HASH_START) };
}

function headerCrc(header: Uint8Array): number {
  const covered = header.slice();
  covered.fill(0, 12, 16);
  return crc32(covered);
}
