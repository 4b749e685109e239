// The journal of a data directory, written batch by batch as the bytes that each of them has. It is in a folder under another
// name until it is whole; a folder that was left there is no journal, and a program that starts does not take it for one.

import { assert } from "@evermark/engine";
import type { Disk, DiskFile } from "@evermark/journal";
import { MarkWriter } from "@evermark/journal/mark.ts";
import { createSegment, SEGMENT_HEADER_BYTES, segmentName } from "@evermark/journal/segment.ts";
import { type RememberedSegment, writeSegmentMemory } from "@evermark/journal/segment-memory.ts";
import { type BatchRow, type Head, isEmpty, NOTHING } from "../records/batch-row.ts";

interface OpenSegment {
  readonly file: DiskFile;
  readonly first: number;
  byte: number;
}

export class SegmentFiles {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #segmentBytes: number;
  readonly #closed: RememberedSegment[] = [];
  #open: OpenSegment | null = null;
  #last: number;
  #hash: Uint8Array;

  /**
   * @param segmentBytes a segment that has reached so many is followed by a new one
   * @param behind what comes before the first row that is written
   */
  constructor(disk: Disk, directory: string, segmentBytes: number, behind: Pick<Head, "last" | "hash"> = NOTHING) {
    this.#last = behind.last;
    this.#hash = behind.hash;
    this.#disk = disk;
    this.#directory = directory;
    this.#segmentBytes = segmentBytes;
    disk.makeDirectory(directory);
  }

  /** @param row the next one, which has been checked */
  write(row: BatchRow): void {
    if (isEmpty(row)) return;
    const segment = this.#segment();
    segment.file.write(row.records, segment.byte);
    segment.byte += row.records.length;
    this.#last = row.last;
    this.#hash = row.hash;
  }

  /** Makes all of it durable, and says that it is. */
  finish(): void {
    const open = this.#open;
    assert(open !== null, "a journal has a segment");
    const mark = { segmentFirst: open.first, byte: open.byte, position: this.#last };
    this.#close(open);
    // It was just written, and is read again by who made it, so that the first start need not.
    writeSegmentMemory(this.#disk, this.#directory, this.#closed.slice(0, -1));
    MarkWriter.open(this.#disk, this.#directory, mark).close();
    this.#disk.syncDirectory(this.#directory);
  }

  /** Lets go of what is open. */
  abandon(): void {
    this.#open?.file.close();
    this.#open = null;
  }

  #segment(): OpenSegment {
    if (this.#open !== null && this.#open.byte >= this.#segmentBytes) this.#close(this.#open);
    const first = this.#last + 1;
    this.#open ??= {
      file: createSegment(this.#disk, this.#directory, first, this.#hash),
      ...{ first, byte: SEGMENT_HEADER_BYTES },
    };
    return this.#open;
  }

  #close({ file, first, byte }: OpenSegment): void {
    file.sync();
    const stamp = file.stamp();
    this.#closed.push({ name: segmentName(first), byte, position: this.#last, hash: this.#hash, stamp });
    file.close();
    this.#open = null;
  }
}
