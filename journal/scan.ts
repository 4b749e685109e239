// Walks the records of one segment in order and checks each: length, CRC, position, and on demand the hash chain. It
// reports what is wrong and where; its caller decides whether that is a torn tail or corruption.

import { HASH_BYTES } from "./checksums.ts";
import type { ReadFile } from "./journal-disk.ts";
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
  startsBatch,
} from "./journal-record.ts";
import { endOfContent } from "./room.ts";
import { SEGMENT_HEADER_BYTES } from "./segment.ts";
import { RecordWindow, WINDOW_BYTES } from "./window.ts";

const CHUNK_BYTES = 1024 * 1024;
const NOTHING = new Uint8Array(0);

export class SegmentScan {
  /** Why `next` found no record: undefined at the clean end, where the file ends or only room follows. */
  problem: string | undefined;
  /** Whether the record at `byte` is whole and only has the wrong position: no torn write does that. */
  misplaced = false;

  /** The window's memory, then bytes that were read from the file. */
  private bytes: Uint8Array = NOTHING;
  private view: DataView = new DataView(NOTHING.buffer);
  private window = new RecordWindow(NOTHING);
  /** Where the next record starts in `bytes`, and where the loaded bytes end. */
  private start = 0;
  private end = 0;
  /** Where the record that was returned last starts. */
  private last = 0;
  /** Byte b of the file is at b − `origin` of `bytes`. */
  private origin: number;

  private readonly record: { position: number; at: number; payload: Uint8Array; startsBatch: boolean } = {
    position: 0,
    at: 0,
    payload: NOTHING,
    startsBatch: false,
  };

  /** Starts at the first record, or at the one at byte `from`; `position` is the one expected there. */
  constructor(
    private readonly file: ReadFile,
    private position: number,
    private readonly verifyChain: boolean,
    from = SEGMENT_HEADER_BYTES,
  ) {
    this.origin = from;
  }

  /** Whether the record that `next` has returned last is the first of its batch. */
  get startsBatch(): boolean {
    return startsBatch(this.view, this.last);
  }

  /** Byte in the file where the next record starts. */
  get byte(): number {
    return this.origin + this.start;
  }

  /** The position that the next record must have. */
  get nextPosition(): number {
    return this.position;
  }

  /**
   * The next record, checked; undefined at the end, or when `problem` says what is wrong at `byte`.
   * @returns the same object each time, whose payload is overwritten by the next call
   */
  next(): JournalRecord | undefined {
    this.problem = undefined;
    if (this.end - this.start < RECORD_HEAD_BYTES && !this.load(RECORD_HEAD_BYTES)) {
      return this.end > this.start ? this.stop("the record is incomplete") : undefined;
    }
    const length = payloadLength(this.view, this.start);
    if (length > PAYLOAD_BYTES_MAX) return this.stop(`a record of ${length} bytes`);
    const size = RECORD_OVERHEAD_BYTES + length;
    if (this.end - this.start < size && !this.load(size)) return this.stop("the record is incomplete");

    const { view, start, record } = this;
    const { checked, hashed, payload } = this.window.viewsOf(start, length);
    if (!crcMatches(view, start, checked)) return this.stop("the record fails its CRC");
    const position = recordPosition(view, start);
    if (position !== this.position) {
      this.misplaced = true;
      return this.stop(`position ${position} stands where ${this.position} belongs`);
    }
    if (this.verifyChain && !chainMatches(view, start + size - HASH_BYTES, hashed)) {
      return this.stop("the record does not continue the hash chain");
    }
    this.last = start;
    this.start = start + size;
    this.position = position + 1;
    record.position = position;
    record.at = recordAt(view, start);
    record.payload = payload;
    record.startsBatch = startsBatch(view, start);
    return record;
  }

  /** A copy of the hash that ends the last record, or the segment's header. */
  hash(): Uint8Array {
    const hash = new Uint8Array(HASH_BYTES);
    this.file.read(hash, this.byte - HASH_BYTES);
    return hash;
  }

  /** Drops bytes that were read ahead: a writer may replace bytes that were not durable when they were read. */
  forgetReadAhead(): void {
    this.end = this.start;
  }

  close(): void {
    this.file.close();
  }

  /** Sets the problem, unless only zeros follow up to the end of the file: those are room. */
  private stop(problem: string): undefined {
    if (endOfContent(this.file, this.byte) > this.byte) this.problem = problem;
    return undefined;
  }

  /** Loads `needed` bytes from the next record on, and the hash before them; false if the file ends earlier. */
  private load(needed: number): boolean {
    const from = this.byte - HASH_BYTES;
    const left = Math.max(HASH_BYTES, this.file.size() - from);
    const wanted = Math.min(left, Math.max(CHUNK_BYTES, HASH_BYTES + needed));
    if (this.bytes.length < WINDOW_BYTES + wanted) this.makeRoom(wanted);
    const count = this.file.read(this.bytes.subarray(WINDOW_BYTES, WINDOW_BYTES + wanted), from);
    this.origin = from - WINDOW_BYTES;
    this.start = WINDOW_BYTES + HASH_BYTES;
    this.end = WINDOW_BYTES + Math.max(count, HASH_BYTES);
    return this.end - this.start >= needed;
  }

  private makeRoom(wanted: number): void {
    this.bytes = new Uint8Array(WINDOW_BYTES + wanted);
    this.view = new DataView(this.bytes.buffer);
    this.window = new RecordWindow(this.bytes);
  }
}
