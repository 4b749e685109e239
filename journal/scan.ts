// Walks the records of one segment in order and checks each: length, CRC, position, and on demand the hash chain. It
// says what is wrong and where, and leaves the judgement (torn tail or corruption) to its caller.

import { HASH_BYTES } from "./digest.ts";
import type { DiskFile } from "./disk.ts";
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
} from "./record.ts";
import { SEGMENT_HEADER_BYTES } from "./segment.ts";

const CHUNK_BYTES = 1024 * 1024;
const NOTHING = new Uint8Array(0);

export class SegmentScan {
  /** Why `next` found no record: undefined at the clean end of the file. */
  problem: string | undefined;
  /** Whether the record at `byte` is whole and only has the wrong position: no torn write does that. */
  misplaced = false;

  private bytes: Uint8Array = NOTHING;
  private view = new DataView(NOTHING.buffer);
  /** Where the next record starts in `bytes`, and where the loaded bytes end. */
  private start = 0;
  private end = 0;
  /** Where `bytes` starts in the file. */
  private origin = SEGMENT_HEADER_BYTES;

  /** Starts at the first record; `position` is the one expected there. */
  constructor(
    private readonly file: DiskFile,
    private position: number,
    private readonly verifyChain: boolean,
  ) {}

  /** Byte in the file where the next record starts. */
  get byte(): number {
    return this.origin + this.start;
  }

  /** The position that the next record must have. */
  get nextPosition(): number {
    return this.position;
  }

  /** The next record, checked; undefined at the end, or when `problem` says what is wrong at `byte`. */
  next(): JournalRecord | undefined {
    this.problem = undefined;
    if (this.end - this.start < RECORD_HEAD_BYTES && !this.load(RECORD_HEAD_BYTES)) {
      if (this.end > this.start) this.problem = "the record is incomplete";
      return undefined;
    }
    const length = payloadLength(this.view, this.start);
    if (length > PAYLOAD_BYTES_MAX) return this.stop(`a record of ${length} bytes`);
    const size = RECORD_OVERHEAD_BYTES + length;
    if (this.end - this.start < size && !this.load(size)) return this.stop("the record is incomplete");

    const { bytes, view, start } = this;
    if (!crcMatches(bytes, view, start, length)) return this.stop("the record fails its CRC");
    const position = recordPosition(view, start);
    if (position !== this.position) {
      this.misplaced = true;
      return this.stop(`position ${position} stands where ${this.position} belongs`);
    }
    if (this.verifyChain && !chainMatches(bytes, view, start, length)) {
      return this.stop("the record does not continue the hash chain");
    }
    this.start = start + size;
    this.position = position + 1;
    const payloadStart = start + RECORD_HEAD_BYTES;
    return { position, at: recordAt(view, start), payload: bytes.subarray(payloadStart, payloadStart + length) };
  }

  /** A copy of the hash that ends the last record, or the segment's header. */
  hash(): Uint8Array {
    const hash = new Uint8Array(HASH_BYTES);
    this.file.read(hash, this.byte - HASH_BYTES);
    return hash;
  }

  /** Drops what was read ahead: a writer may replace bytes that were not durable when they were read. */
  forgetReadAhead(): void {
    this.origin += this.start;
    this.bytes = NOTHING;
    this.start = 0;
    this.end = 0;
  }

  close(): void {
    this.file.close();
  }

  private stop(problem: string): undefined {
    this.problem = problem;
    return undefined;
  }

  /** Has `needed` bytes from the next record on in memory, and the hash before them; false if the file ends earlier. */
  private load(needed: number): boolean {
    const from = this.byte - HASH_BYTES;
    const left = this.file.size() - from;
    const wanted = Math.max(HASH_BYTES, Math.min(left, Math.max(CHUNK_BYTES, HASH_BYTES + needed)));
    // A new array each time: records already handed out keep theirs.
    const bytes = new Uint8Array(wanted);
    const count = this.file.read(bytes, from);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.origin = from;
    this.start = HASH_BYTES;
    this.end = Math.max(count, HASH_BYTES);
    return this.end - this.start >= needed;
  }
}
