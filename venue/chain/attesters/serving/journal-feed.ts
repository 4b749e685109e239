// The durable journal, piece by piece, for one attester: whole records as they are on the disk, from where the attester is up to
// where the mark says that they are durable. It never looks behind the mark.

import { join } from "node:path";
import { type Disk, type DiskFile, JournalCorrupt, realDisk } from "@evermark/journal";
import { HASH_BYTES } from "@evermark/journal/checksums.ts";
import { readMark } from "@evermark/journal/mark.ts";
import { SegmentScan } from "@evermark/journal/scan.ts";
import { listSegments, SEGMENT_HEADER_BYTES, segmentName } from "@evermark/journal/segment.ts";
import type { Piece } from "../wire.ts";

/** Up to where an attester has the journal. */
export interface Place {
  /** First position of the segment. */
  readonly first: number;
  /** Where in it the last record ends. */
  readonly byte: number;
  /** That record's. */
  readonly position: number;
}

/** The attester's journal is not the beginning of this one, or this one's is gone. */
export class NotContinued extends Error {}

const PIECE_BYTES = 262_144;

export class JournalFeed {
  readonly #directory: string;
  readonly #disk: Disk;
  #first: number;
  #file: DiskFile;
  #scan: SegmentScan;

  /** @throws {NotContinued} */
  constructor(directory: string, { first, byte, position }: Place, disk: Disk = realDisk) {
    this.#directory = directory;
    this.#disk = disk;
    const mark = readMark(disk, directory);
    if (mark === undefined) throw new NotContinued("the venue has no journal yet");
    if (position > mark.position) {
      throw new NotContinued(`you have position ${position}, and the venue's journal ends at ${mark.position}`);
    }
    const oldest = listSegments(disk, directory)[0]?.first ?? 1;
    if (first < oldest) {
      throw new NotContinued(
        `the venue's journal was pruned and begins at ${oldest}: begin from a backup of the venue`,
      );
    }
    this.#first = first;
    this.#file = this.#open(first);
    this.#scan = new SegmentScan(this.#file, position + 1, false, byte);
  }

  /** What stands where the hash does that ends an attester's last record: if it is another one, so is the journal. */
  hashBefore({ byte }: Place): Uint8Array {
    const hash = new Uint8Array(HASH_BYTES);
    this.#file.read(hash, byte - HASH_BYTES);
    return hash;
  }

  /** Of the last record that was given. */
  get position(): number {
    return this.#scan.nextPosition - 1;
  }

  /**
   * @returns null when all that is durable was given
   * @throws {NotContinued} a segment is gone; {JournalCorrupt}
   */
  next(): Piece | null {
    const mark = readMark(this.#disk, this.#directory);
    // Caught half written: the next look finds it.
    if (mark === undefined || this.position >= mark.position) return null;
    this.#scan.forgetReadAhead();
    const byte = this.#scan.byte;
    while (this.position < mark.position && this.#scan.byte - byte < PIECE_BYTES) {
      if (this.#scan.next() === undefined) break;
    }
    if (this.#scan.byte > byte) return this.#piece(byte);
    if (this.#scan.problem !== undefined) {
      throw new JournalCorrupt({ segment: segmentName(this.#first), byte, reason: this.#scan.problem });
    }
    this.#enter(this.#scan.nextPosition);
    return this.next();
  }

  close(): void {
    this.#file.close();
  }

  #piece(byte: number): Piece {
    const records = new Uint8Array(this.#scan.byte - byte);
    this.#file.read(records, byte);
    return { first: this.#first, byte, records };
  }

  #enter(first: number): void {
    const file = this.#open(first);
    this.#file.close();
    this.#file = file;
    this.#first = first;
    this.#scan = new SegmentScan(file, first, false, SEGMENT_HEADER_BYTES);
  }

  #open(first: number): DiskFile {
    try {
      return this.#disk.open(join(this.#directory, segmentName(first)), "read");
    } catch {
      throw new NotContinued(`the venue's journal has no segment that begins at ${first}`);
    }
  }
}
