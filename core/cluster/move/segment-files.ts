// Writes the journal of a data directory batch by batch, with the bytes that each batch has. The folder has another name
// until it is whole; one that was left behind under that name is not taken for a journal by a program that starts.

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
   * @param segmentBytes a segment that has reached this size is followed by a new one
   * @param behind the head that the first row written follows
   */
  constructor(disk: Disk, directory: string, segmentBytes: number, behind: Pick<Head, "last" | "hash"> = NOTHING) {
    this.#last = behind.last;
    this.#hash = behind.hash;
    this.#disk = disk;
    this.#directory = directory;
    this.#segmentBytes = segmentBytes;
    disk.makeDirectory(directory);
  }

  /** @param row the next row, already checked */
  write(row: BatchRow): void {
    if (isEmpty(row)) return;
    const segment = this.#segment();
    segment.file.write(row.records, segment.byte);
    segment.byte += row.records.length;
    this.#last = row.last;
    this.#hash = row.hash;
  }

  /** Makes all of it durable, and writes the mark that says so. */
  finish(): void {
    const open = this.#open;
    assert(open !== null, "a journal has a segment");
    const mark = { segmentFirst: open.first, byte: open.byte, position: this.#last };
    this.#close(open);
    // The journal was just written, and the caller reads it back, so that the first start need not.
    writeSegmentMemory(this.#disk, this.#directory, this.#closed.slice(0, -1));
    MarkWriter.open(this.#disk, this.#directory, mark).close();
    this.#disk.syncDirectory(this.#directory);
  }

  /** Closes the open segment, if there is one. */
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
