// What the journal holds, however the last process ended; decided before anything is appended. Every kept record is checked
// (CRC, position, hash chain), and only a torn tail is ever removed. The rule:
//
// A bad place is one where the next record is incomplete, fails its CRC, or does not continue the chain. It is a TORN TAIL,
// which is cut and reported, only if all of this holds:
//   1. it is in the last segment;
//   2. the durable mark (mark.ts) does not reach past it: no caller was answered that these bytes are durable;
//   3. no whole record that starts a batch follows it, at any byte: a batch is only written when the one before it is
//      durable, so such a record proves that the bad place was durable once;
//   4. no other whole record follows it either, unless the mark is in this segment: then what follows is the rest of a
//      batch that was never acknowledged, of which a power loss kept some sectors and not others.
// Everything else is corruption, and the venue refuses to start: JournalCorrupt with segment and byte. That holds for a
// missing segment, a gap in positions, a broken chain, and a last segment that ends before the mark. Zeros up to the end of
// the file are not a bad place but room (room.ts), which is cut off without a report.
//
// The last case, acknowledged records that are gone from the end of the file, happens to disks that lie about syncs and to
// copies that were cut short: there is nothing, or there are zeros, where the records were. Files can be missing as well,
// the last segments or all of them. So before anything is changed, every file that implies commands (journal-traces.ts) is
// consulted. If one of them implies more than there is, or the mark does not say where the end is because it is missing,
// damaged, older than the last segment or of another journal, the start is refused.
//
// With `acceptLoss` a loss from the end is reported instead of refused, for venues where starting is worth more than the
// last records (a sandbox), and for an operator who has decided so. The bytes that are cut then are kept in a file of their
// own. Bytes that are there but wrong are refused all the same, and so is a segment that is missing before another one.

import { join } from "node:path";
import { GENESIS, HASH_BYTES, sameHash } from "./checksums.ts";
import { DirectoryInUse, JournalCorrupt, JournalIncomplete } from "./corrupt.ts";
import type { Disk, DiskFile } from "./journal-disk.ts";
import type { JournalRecord } from "./journal-record.ts";
import { assertNothingBeyond, type Trace } from "./journal-traces.ts";
import { MARK_NAME, type Mark, readMark } from "./mark.ts";
import { PRUNED_NAME, readOldestKept } from "./prune.ts";
import { endOfContent } from "./room.ts";
import { findWholeRecords } from "./salvage.ts";
import { SegmentScan } from "./scan.ts";
import {
  type CheckedSegment,
  listSegments,
  readSegmentHeader,
  SEGMENT_HEADER_BYTES,
  type Segment,
  segmentName,
} from "./segment.ts";
import type { RememberedSegment } from "./segment-memory.ts";
import { keepAside } from "./set-aside.ts";

/** The smallest unit that a disk writes whole or not at all. */
const SECTOR_BYTES = 512;

/** A tail that was cut from the end: unacknowledged bytes of a write that a crash interrupted. */
export interface TornTail {
  readonly segment: string;
  /** Where the cut was made. */
  readonly byte: number;
  readonly bytesDropped: number;
  readonly reason: string;
}

export interface RecoveryReport {
  readonly segments: number;
  /** 1, or more after pruning. */
  readonly firstPosition: number;
  /** `firstPosition − 1` when there are no records. */
  readonly lastPosition: number;
  readonly tornTail: TornTail | undefined;
  /** Acknowledged records that are gone; above 0 only with `acceptLoss`. */
  readonly acknowledgedLost: number;
  /** Why it is not known whether there was more; only with `acceptLoss`. */
  readonly doubt: string | undefined;
}

/** A place to continue from: the journal's end. */
export interface JournalEnd {
  readonly segment: Segment;
  readonly byte: number;
  readonly position: number;
  readonly hash: Uint8Array;
  /** The segment's file, locked. */
  readonly file: DiskFile;
}

interface RecoveryOptions {
  readonly disk: Disk;
  readonly directory: string;
  readonly acceptLoss: boolean;
  /** Receives each record after position `after`, in order, while it is being checked. */
  readonly replay?: Replay | undefined;
  /** Segments whose records need not be checked again. */
  readonly checkedSegments?: readonly CheckedSegment[] | undefined;
  /** Files that imply commands, except for the mark. */
  readonly traces: readonly Trace[];
  /** Whether to examine the journal without changing anything. */
  readonly changesNothing?: boolean;
}

interface RecoveryResult {
  readonly report: RecoveryReport;
  /** Undefined in a new directory. */
  readonly end: JournalEnd | undefined;
  /** All segments but the last. */
  readonly closed: RememberedSegment[];
}

export interface Replay {
  /** Position of the snapshot that was restored; 0 for none. */
  readonly after: number;
  /** The chain's hash at `after`, as the snapshot has it: a snapshot of another journal is refused. */
  readonly hash?: Uint8Array | undefined;
  /** @param record good until this returns: the next one is put in its place */
  readonly record: (record: JournalRecord) => void;
}

/**
 * Checks everything, passes the records to `replay`, and cuts a torn tail.
 * @throws {JournalCorrupt} see above; records before the bad place have been passed on by then
 * @throws {JournalIncomplete} see above; nothing has been changed
 * @throws {DirectoryInUse} when another process writes to the last segment
 */
export function recover(options: RecoveryOptions): RecoveryResult {
  return new Recovery(options).run();
}

/** How far the walk over the segments has come. */
interface ChainPosition {
  readonly position: number;
  readonly hash: Uint8Array;
}

class Recovery {
  private readonly mark: Mark | undefined;
  private readonly segments: Segment[];
  private readonly closed: RememberedSegment[] = [];
  private tornTail: TornTail | undefined;
  private acknowledgedLost = 0;
  private doubt: string | undefined;
  private reached: ChainPosition | undefined;
  private end: JournalEnd | undefined;
  /** Where, in the mark's segment, the record at the mark's position ends. */
  private byteOfMark: number | undefined;

  constructor(private readonly options: RecoveryOptions) {
    this.mark = readMark(options.disk, options.directory);
    this.segments = listSegments(options.disk, options.directory);
  }

  run(): RecoveryResult {
    this.assertLastSegmentExists();
    this.assertFirstSegmentExists();
    this.assertReplayCanStart();
    for (const segment of this.segments.slice(0, -1)) this.walkClosed(segment);
    const last = this.segments.at(-1);
    if (last) this.walkLast(last);
    else this.assertComplete(0);
    const lastPosition = this.end?.position ?? 0;
    try {
      this.assertReplayCanEnd(lastPosition);
    } catch (error) {
      this.end?.file.close();
      throw error;
    }
    return {
      report: {
        segments: this.segments.length,
        firstPosition: this.segments[0]?.first ?? 1,
        lastPosition,
        tornTail: this.tornTail,
        acknowledgedLost: this.acknowledgedLost,
        doubt: this.doubt,
      },
      end: this.end,
      closed: this.closed,
    };
  }

  private assertLastSegmentExists(): void {
    const { mark } = this;
    if (this.options.acceptLoss || !mark) return;
    if (!this.segments.some((segment) => segment.first >= mark.segmentFirst)) {
      const reason = `the segment is missing, but holds acknowledged records up to position ${mark.position}`;
      throw new JournalCorrupt({ segment: segmentName(mark.segmentFirst), byte: 0, reason });
    }
  }

  private assertFirstSegmentExists(): void {
    const oldest = readOldestKept(this.options.disk, this.options.directory);
    const first = this.segments[0]?.first ?? 1;
    if (first > oldest) {
      const reason = `the segment is missing: ${segmentName(first)} is the first one there is`;
      throw new JournalCorrupt({ segment: segmentName(oldest), byte: 0, reason });
    }
    if (this.segments.length > 0 && !this.segments.some((segment) => segment.first === oldest)) {
      throw new JournalIncomplete(
        `${PRUNED_NAME} says that the journal in ${this.options.directory} begins at position ${oldest}, ` +
          "but no segment begins there",
      );
    }
  }

  private walkClosed(segment: Segment): void {
    const { disk, directory, replay, checkedSegments = [] } = this.options;
    const file = disk.open(join(directory, segment.name), "read");
    try {
      this.checkHeader(file, segment);
      const after = replay?.after ?? Number.POSITIVE_INFINITY;
      let good = checkedSegments.find(({ name }) => name === segment.name);
      if (good === undefined || good.position > after) {
        const scan = this.scan(file, segment);
        if (scan.problem) this.refuse(segment, scan.byte, scan.problem);
        good = { name: segment.name, byte: scan.byte, position: scan.nextPosition - 1, hash: scan.hash() };
      } else if (good.position === after) this.assertSameChain(good.hash);
      this.closed.push({ ...good, stamp: file.stamp() });
      this.reached = good;
    } finally {
      file.close();
    }
  }

  private walkLast(segment: Segment): void {
    const { disk, directory, changesNothing } = this.options;
    const file = disk.open(join(directory, segment.name), changesNothing ? "read" : "write");
    try {
      // Its writer may just now be closing it, and continuing in another segment that was not there when the segments were
      // listed.
      const isLast = file.lock() && listSegments(disk, directory).at(-1)?.name === segment.name;
      if (!isLast) throw new DirectoryInUse(directory, undefined);
      this.checkHeader(file, segment);
      const scan = this.scan(file, segment);
      this.judgeEnd(file, segment, scan);
      this.end = { segment, byte: scan.byte, position: scan.nextPosition - 1, hash: scan.hash(), file };
    } finally {
      if (this.end === undefined) file.close();
    }
  }

  /** Walks over all records of a segment and passes those to be replayed to `replay`. */
  private scan(file: DiskFile, segment: Segment): SegmentScan {
    const { mark } = this;
    const { replay } = this.options;
    const after = replay?.after ?? Number.POSITIVE_INFINITY;
    const scan = new SegmentScan(file, segment.first, true);
    if (segment.first === after + 1) this.assertSameChain(scan.hash());
    if (mark?.position === segment.first - 1) this.byteOfMark = scan.byte;
    for (let record = scan.next(); record; record = scan.next()) {
      if (record.position > after) replay?.record(record);
      else if (record.position === after) this.assertSameChain(scan.hash());
      if (record.position === mark?.position) this.byteOfMark = scan.byte;
    }
    return scan;
  }

  private checkHeader(file: DiskFile, segment: Segment): void {
    const header = readSegmentHeader(file, segment);
    if ("problem" in header) this.refuse(segment, header.byte, header.problem);
    const expected = this.reached ? this.reached.position + 1 : segment.first;
    if (segment.first > expected) {
      const missing = { name: segmentName(expected), first: expected };
      this.refuse(missing, 0, `the segment is missing: ${segment.name} is the next one there is`);
    }
    if (segment.first < expected) {
      this.refuse(segment, 0, `it repeats positions ${segment.first} to ${expected - 1}`);
    }
    const previousHash = this.reached?.hash ?? (segment.first === 1 ? GENESIS : header.previousHash);
    if (!sameHash(header.previousHash, previousHash)) {
      this.refuse(segment, SEGMENT_HEADER_BYTES - HASH_BYTES, "the segment does not continue the hash chain");
    }
  }

  /** Applies the rule of the file header to the place where the last segment's scan ended. All checks precede all changes. */
  private judgeEnd(file: DiskFile, segment: Segment, scan: SegmentScan): void {
    const { byte } = scan;
    const contentEnd = endOfContent(file, byte);
    const isEmpty = scan.nextPosition === segment.first && contentEnd === byte;
    const doubt = this.doubtOfMark(segment, scan, isEmpty);
    const mark = doubt === undefined && this.mark?.segmentFirst === segment.first ? this.mark : undefined;
    const acknowledged = mark !== undefined && mark.byte > byte;
    const bytesDropped = contentEnd - byte;
    if (scan.problem || acknowledged) {
      const reason = scan.problem ?? "the segment ends";
      if (scan.misplaced) this.refuse(segment, byte, reason);
      if (acknowledged) {
        const bytesAreGone = file.size() < mark.byte || areGone({ from: byte, contentEnd, to: mark.byte });
        this.acceptLossOrRefuse(segment, scan, mark, { bytesAreGone, reason });
      }
      const later = findWholeRecords(file, byte + 1, scan.nextPosition);
      const mayBeTorn = !later.any || (!later.startOfBatch && mark && !acknowledged);
      if (!mayBeTorn) this.refuse(segment, byte, reason);
      if (bytesDropped > 0) this.tornTail = { segment: segment.name, byte, bytesDropped, reason };
    }
    this.assertComplete(scan.nextPosition - 1, doubt);
    if (this.options.changesNothing) return;
    // These bytes may have been acknowledged.
    const mayBeMissed = this.acknowledgedLost > 0 || doubt !== undefined;
    if (bytesDropped > 0 && mayBeMissed) this.keepTail(file, segment, byte, contentEnd);
    file.truncate(byte);
    makeDurable(file, mark ? Math.min(mark.byte, byte) : SEGMENT_HEADER_BYTES, byte);
  }

  /**
   * Why the mark does not say where the journal ends. A mark is written into a segment before any record, so only a segment
   * to which nothing was written may be without one.
   */
  private doubtOfMark(segment: Segment, scan: SegmentScan, isEmpty: boolean): string | undefined {
    const { mark } = this;
    if (mark === undefined) return isEmpty && segment.first === 1 ? undefined : "is missing or damaged";
    if (mark.segmentFirst < segment.first) return isEmpty ? undefined : "is older than the last segment";
    if (mark.segmentFirst > segment.first) return undefined;
    const ends = mark.position < scan.nextPosition ? this.byteOfMark === mark.byte : mark.byte > scan.byte;
    return ends ? undefined : "belongs to another journal";
  }

  /** @throws {JournalIncomplete} unless a loss is accepted */
  private assertComplete(lastPosition: number, doubt?: string): void {
    const { acceptLoss, directory } = this.options;
    const isOfThisJournal = this.mark !== undefined && doubt === undefined;
    const ofMark = isOfThisJournal ? [{ file: MARK_NAME, position: this.mark.position }] : [];
    const traces = [...ofMark, ...this.options.traces];
    if (!acceptLoss) {
      assertNothingBeyond(traces, lastPosition, directory);
      if (doubt !== undefined) throw new JournalIncomplete(describeDoubt(doubt, directory, lastPosition));
    }
    this.doubt = doubt;
    this.acknowledgedLost = Math.max(0, ...traces.map(({ position }) => position - lastPosition));
  }

  private acceptLossOrRefuse(
    segment: Segment,
    scan: SegmentScan,
    mark: Mark,
    { bytesAreGone, reason }: { bytesAreGone: boolean; reason: string },
  ): void {
    if (!bytesAreGone) this.refuse(segment, scan.byte, reason);
    if (!this.options.acceptLoss) {
      this.refuse(segment, scan.byte, `${reason}, but acknowledged records reach byte ${mark.byte}`);
    }
  }

  private keepTail(file: DiskFile, segment: Segment, from: number, to: number): void {
    const bytes = new Uint8Array(to - from);
    file.read(bytes, from);
    keepAside(join(this.options.directory, segment.name), bytes, this.options.disk);
  }

  private refuse(segment: Segment, byte: number, reason: string): never {
    throw new JournalCorrupt({ segment: segment.name, byte, reason });
  }

  private assertSameChain(hash: Uint8Array): void {
    const { replay, directory } = this.options;
    if (!replay?.hash || sameHash(hash, replay.hash)) return;
    throw new JournalIncomplete(`the snapshot at position ${replay.after} is not of the journal in ${directory}`);
  }

  private assertReplayCanStart(): void {
    const first = this.segments[0]?.first ?? 1;
    const next = (this.options.replay?.after ?? first) + 1;
    if (next < first) {
      const reason = `the segment is missing: replay starts at position ${next}, the journal at ${first}`;
      throw new JournalCorrupt({ segment: segmentName(next), byte: 0, reason });
    }
  }

  private assertReplayCanEnd(last: number): void {
    const after = this.options.replay?.after ?? 0;
    if (after > last) {
      const segment = this.end?.segment.name ?? segmentName(1);
      const reason = `the journal ends at position ${last}, but a snapshot was taken at ${after}`;
      throw new JournalCorrupt({ segment, byte: this.end?.byte ?? 0, reason });
    }
  }
}

/**
 * Whether the bytes between `from` and `to` are missing rather than wrong, when only zeros follow `contentEnd`: either none
 * of them is there, or at least a whole sector at their end is not. A last byte may be zero by chance.
 */
function areGone(bytes: { from: number; contentEnd: number; to: number }): boolean {
  const { from, contentEnd, to } = bytes;
  return contentEnd === from || Math.ceil(contentEnd / SECTOR_BYTES) * SECTOR_BYTES < to;
}

function describeDoubt(doubt: string, directory: string, lastPosition: number): string {
  return (
    `${join(directory, MARK_NAME)} ${doubt}: it is not known whether acknowledged commands are missing ` +
    `from the journal's end, position ${lastPosition}`
  );
}

/**
 * Writes again what is not known to be durable, and syncs it. What a crash left may be in memory only, and is acted on from
 * now on. A sync alone would not do: if the last process saw one fail, the kernel may count these pages as written.
 */
function makeDurable(file: DiskFile, from: number, to: number): void {
  const bytes = new Uint8Array(to - from);
  file.read(bytes, from);
  if (bytes.length > 0) file.write(bytes, from);
  file.sync();
}
