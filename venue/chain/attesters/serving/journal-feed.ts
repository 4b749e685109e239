// The durable journal, piece by piece, for one attester: whole records as they are on disk, from the attester's position
// up to the position that the mark gives as durable. It never reads past the mark.

import { join } from "node:path";
import { type Disk, type DiskFile, JournalCorrupt, realDisk } from "@evermark/journal";
import { readMark } from "@evermark/journal/mark.ts";
import { SegmentScan } from "@evermark/journal/scan.ts";
import { listSegments, segmentName } from "@evermark/journal/segment.ts";
import type { Piece } from "../attester-frames.ts";

/** The attester's journal is not a prefix of this one, or the part it needs is gone from here. */
export class NotContinued extends Error {}

const PIECE_BYTES = 262_144;

export class JournalFeed {
  readonly #directory: string;
  readonly #disk: Disk;
  #first: number;
  #file: DiskFile;
  #scan: SegmentScan;
  /** The hash of the attester's last record, as this journal has it: an attester with another hash has another journal. */
  readonly hash: Uint8Array;

  /** @param position of the last record that the attester has @throws {NotContinued}, {JournalCorrupt} */
  constructor(directory: string, position: number, disk: Disk = realDisk) {
    this.#directory = directory;
    this.#disk = disk;
    const mark = readMark(disk, directory);
    if (mark === undefined) throw new NotContinued("the venue has no journal yet");
    if (position > mark.position) {
      throw new NotContinued(`you have position ${position}, and the venue's journal ends at ${mark.position}`);
    }
    const segments = listSegments(disk, directory);
    const holding = segments.findLast(({ first }) => first <= position + 1);
    if (holding === undefined) {
      const oldest = segments[0]?.first ?? 1;
      throw new NotContinued(
        `the venue's journal was pruned and begins at ${oldest}: begin from a backup of the venue`,
      );
    }
    this.#first = holding.first;
    this.#file = this.#open(holding.first);
    this.#scan = new SegmentScan(this.#file, holding.first, false);
    while (this.position < position) if (this.#scan.next() === undefined) throw this.#corrupt();
    this.hash = this.#scan.hash();
  }

  /** Position of the last record that was returned. */
  get position(): number {
    return this.#scan.nextPosition - 1;
  }

  /**
   * @returns null when everything durable was returned
   * @throws {NotContinued} a segment is gone; {JournalCorrupt}
   */
  next(): Piece | null {
    const mark = readMark(this.#disk, this.#directory);
    // An undefined mark was read while half written: the next call finds it.
    if (mark === undefined || this.position >= mark.position) return null;
    this.#scan.forgetReadAhead();
    const byte = this.#scan.byte;
    while (this.position < mark.position && this.#scan.byte - byte < PIECE_BYTES) {
      if (this.#scan.next() === undefined) break;
    }
    if (this.#scan.byte > byte) return this.#piece(byte);
    if (this.#scan.problem !== undefined) throw this.#corrupt();
    this.#enter(this.#scan.nextPosition);
    return this.next();
  }

  close(): void {
    this.#file.close();
  }

  #piece(byte: number): Piece {
    const records = new Uint8Array(this.#scan.byte - byte);
    this.#file.read(records, byte);
    return { first: this.#first, records };
  }

  #corrupt(): JournalCorrupt {
    const { byte, problem: reason = "the segment ends before what is durable" } = this.#scan;
    return new JournalCorrupt({ segment: segmentName(this.#first), byte, reason });
  }

  #enter(first: number): void {
    const file = this.#open(first);
    this.#file.close();
    this.#file = file;
    this.#first = first;
    this.#scan = new SegmentScan(file, first, false);
  }

  #open(first: number): DiskFile {
    try {
      return this.#disk.open(join(this.#directory, segmentName(first)), "read");
    } catch {
      throw new NotContinued(`the venue's journal has no segment that begins at ${first}`);
    }
  }
}
