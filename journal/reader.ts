// Reads the journal while another thread or process appends to it. A reader never looks past the position that its caller
// knows to be durable: bytes after it may be half written, and may yet be taken back. Each record's CRC and position are
// checked; the hash chain only on request, since opening the journal has checked it.

import { join } from "node:path";
import { assert } from "@evermark/engine";
import { sameHash } from "./checksums.ts";
import { JournalCorrupt } from "./corrupt.ts";
import { type Disk, realDisk } from "./journal-disk.ts";
import type { JournalRecord } from "./journal-record.ts";
import { SegmentScan } from "./scan.ts";
import { listSegments, readSegmentHeader, type Segment, segmentName } from "./segment.ts";

export interface ReaderOptions {
  readonly directory: string;
  /** Position of the first record to deliver. */
  readonly from: number;
  readonly verifyChain?: boolean;
  /** A record is lent until the next one is read, instead of copied: for callers that are done with it by then. */
  readonly lends?: boolean;
  readonly disk?: Disk;
}

/** A place in the journal that moves forward: for those who follow it, like history. */
export class JournalReader {
  private readonly disk: Disk;
  private readonly directory: string;
  private readonly verifyChain: boolean;
  private readonly lends: boolean;
  private segment: Segment | undefined;
  private scan: SegmentScan | undefined;
  private next: number;

  constructor(options: ReaderOptions) {
    assert(Number.isSafeInteger(options.from) && options.from >= 1, "positions start at 1", { from: options.from });
    this.disk = options.disk ?? realDisk;
    this.directory = options.directory;
    this.verifyChain = options.verifyChain ?? false;
    this.lends = options.lends ?? false;
    this.next = options.from;
  }

  /** The position that the next `read` starts with. */
  get nextPosition(): number {
    return this.next;
  }

  /**
   * The records from where the last `read` stopped up to `to`, which must be durable. Each is the caller's to keep,
   * unless the reader lends them.
   * @throws {JournalCorrupt} when one of them is damaged or missing
   */
  *read(to: number): Generator<JournalRecord, void, undefined> {
    if (this.next > to) return;
    let scan = this.scan ?? this.enter(this.next);
    scan.forgetReadAhead();
    while (this.next <= to) {
      const record = scan.next();
      if (record) {
        // Only in the first segment: skip the records before the one that was asked for.
        if (record.position < this.next) continue;
        this.next = record.position + 1;
        yield this.lends ? record : { ...record, payload: record.payload.slice() };
      } else {
        if (scan.problem) throw this.corrupt(scan.byte, scan.problem);
        scan = this.enter(scan.nextPosition, scan);
      }
    }
  }

  /** Closes the file; a later `read` opens it again. */
  close(): void {
    this.scan?.close();
    this.scan = undefined;
  }

  /** Opens the segment that holds `position`; after `previous`, the segment must start with it. */
  private enter(position: number, previous?: SegmentScan): SegmentScan {
    const segment = listSegments(this.disk, this.directory).findLast(({ first }) => first <= position);
    if (!segment || (previous && segment.first !== position)) throw this.missing(position, previous);
    const file = this.disk.open(join(this.directory, segment.name), "read");
    const header = readSegmentHeader(file, segment);
    this.segment = segment;
    if ("problem" in header) {
      file.close();
      throw this.corrupt(header.byte, header.problem);
    }
    if (previous && this.verifyChain && !sameHash(previous.hash(), header.previousHash)) {
      throw this.corrupt(0, "the segment does not continue the hash chain");
    }
    previous?.close();
    this.scan = new SegmentScan(file, segment.first, this.verifyChain);
    return this.scan;
  }

  private missing(position: number, previous: SegmentScan | undefined): JournalCorrupt {
    if (previous) return this.corrupt(previous.byte, `the segment ends before position ${position}`);
    const reason = `the segment that holds position ${position} is missing`;
    return new JournalCorrupt({ segment: segmentName(position), byte: 0, reason });
  }

  private corrupt(byte: number, reason: string): JournalCorrupt {
    return new JournalCorrupt({ segment: this.segment?.name ?? segmentName(this.next), byte, reason });
  }
}

/**
 * The records from one position to another, both included.
 * @param to durable; without it all that the journal holds, which only makes sense while no process appends
 */
export function* readJournal(
  directory: string,
  from: number,
  to?: number,
  options: { verifyChain?: boolean; disk?: Disk } = {},
): Generator<JournalRecord, void, undefined> {
  const last = to ?? lastPosition(options.disk ?? realDisk, directory);
  const reader = new JournalReader({ directory, from, ...options });
  try {
    yield* reader.read(last);
  } finally {
    reader.close();
  }
}

/** The last position in a journal that no process appends to. */
function lastPosition(disk: Disk, directory: string): number {
  const segment = listSegments(disk, directory).at(-1);
  if (!segment) return 0;
  const file = disk.open(join(directory, segment.name), "read");
  const scan = new SegmentScan(file, segment.first, false);
  try {
    while (scan.next());
    if (scan.problem) throw new JournalCorrupt({ segment: segment.name, byte: scan.byte, reason: scan.problem });
    return scan.nextPosition - 1;
  } finally {
    scan.close();
  }
}
