// The embedded journal's writer: append-only, with group commit. `append` copies a record into the batch that is collecting
// and returns its position at once. The batch is written to disk in one write and one fdatasync, and while those run the
// next batch collects. A batch starts on the next turn of the event loop, so that records which arrive together are written
// together.
//
// The invariant: `onDurable(p)` is only called when every record up to p is on disk. When a write or a sync fails,
// everything after the last durable record is taken back, from the file and from the positions, so a failed append leaves
// no trace and its position is used again.
//
// After a failed fdatasync the kernel may count the lost pages as written, and a later fdatasync on them would succeed
// without writing them. So nothing that a failed sync touched is trusted again: the file is cut back to its last durable
// byte and sealed, and the next batch is written into a new segment.
//
// Acknowledged records must be where the next start looks for them: a batch counts as durable only while the segment's name
// still means the file that the batch was written to. If the file was moved or replaced, commands are refused until it is
// back.
//
// Batches are written over zeros that were written ahead (room.ts), because a disk syncs that fastest.

import { join } from "node:path";
import { assert } from "@evermark/engine";
import { Batch } from "./batch.ts";
import { JournalMoved } from "./corrupt.ts";
import type { Disk, DiskFile } from "./journal-disk.ts";
import { PAYLOAD_BYTES_MAX } from "./journal-record.ts";
import type { Turns } from "./journal-turns.ts";
import { type Mark, MarkWriter } from "./mark.ts";
import type { JournalEnd } from "./recovery.ts";
import { ROOM, ROOM_BYTES } from "./room.ts";
import { createSegment, SEGMENT_HEADER_BYTES, type Segment, segmentName } from "./segment.ts";
import { type RememberedSegment, writeSegmentMemory } from "./segment-memory.ts";

/** One write with its fdatasync, for metrics. */
export interface BatchStatistics {
  readonly records: number;
  readonly bytes: number;
  /** Last position of the batch. */
  readonly position: number;
  readonly writeMs: number;
  readonly syncMs: number;
}

export interface JournalListener {
  /** Every record up to `position` survives a power loss. Called once per batch, in order. */
  onDurable(position: number): void;
  /**
   * The records from `firstLostPosition` on, including those still collecting, were not made durable and are gone; their
   * positions will be used again. The next append is tried like any other, so the journal resumes when it can.
   * @param certain false when the disk could not even take them back: they could reappear if the process ends before a
   * later attempt takes them back
   */
  onFailure(error: Error, firstLostPosition: number, certain: boolean): void;
  onBatch?(batch: BatchStatistics): void;
}

interface JournalWriterOptions {
  readonly disk: Disk;
  readonly directory: string;
  /** A segment that has reached this size is followed by a new one. */
  readonly segmentBytes: number;
  readonly turns: Turns;
  readonly listener: JournalListener;
  /** Where to continue. */
  readonly end: JournalEnd;
  /** The segments before `end`. */
  readonly closed: readonly RememberedSegment[];
}

const IDLE_MS = 100;

export class Journal {
  private readonly options: JournalWriterOptions;
  private mark: MarkWriter;
  private readonly closedSegments: RememberedSegment[];
  private file: DiskFile;
  private segment: Segment;
  /** End of the last durable record, in the current segment. */
  private byte: number;
  /** Up to here the file has been written, with records or with zeros (room.ts). */
  private roomEnd: number;
  private position: number;
  private readonly hash: Uint8Array;

  private collecting = new Batch();
  private flying = new Batch();
  private appended: number;
  private scheduled = false;
  private writing = false;
  /** Whether the file may hold bytes after `byte` that were reported as lost. */
  private tailSuspect = false;
  /** Whether the current segment takes no more records. */
  private sealed = false;
  /** Whether a durable mark is in the current segment. */
  private marked = true;
  private closing: (() => void) | undefined;
  private closed = false;
  private cancelIdle: () => void = () => {};

  /** Use `openJournal`, which recovers first. */
  constructor(options: JournalWriterOptions) {
    const { disk, directory, end } = options;
    this.options = options;
    this.segment = end.segment;
    this.byte = end.byte;
    this.roomEnd = end.byte;
    this.position = end.position;
    this.appended = end.position;
    this.hash = end.hash.slice();
    this.file = end.file;
    this.closedSegments = [...options.closed];
    this.mark = MarkWriter.open(disk, directory, this.end);
    this.collecting.restart(this.hash);
  }

  /** Position of the last durable record; 0 before the first. */
  get durablePosition(): number {
    return this.position;
  }

  /** Position of the last appended record, durable or not. */
  get lastPosition(): number {
    return this.appended;
  }

  /** Whether appended records are written to where the next start looks for them. */
  get isInPlace(): boolean {
    return this.displacement() === undefined;
  }

  /** A copy of the hash chain's value at `durablePosition`, for a snapshot taken there. */
  durableHash(): Uint8Array {
    return this.hash.slice();
  }

  /**
   * Appends one record; durable only once `onDurable` reports its position.
   * @param at venue milliseconds
   * @param payload copied before this returns; at most 16 MiB
   * @param startsBatch given only for a copy, which knows where the batches of the original are. Several batches that are
   * written together are not safe against a loss of power, after which such a journal may be taken for damaged
   * @returns its position
   */
  append(at: number, payload: Uint8Array, startsBatch?: boolean): number {
    assert(!this.closed && !this.closing, "a closed journal is not appended to");
    assert(payload.length <= PAYLOAD_BYTES_MAX, "a record fits its bound", { bytes: payload.length });
    this.appended++;
    this.collecting.add(this.appended, at, payload, startsBatch);
    this.schedule();
    return this.appended;
  }

  /** Makes appended records durable (or reports their failure), then closes the files. */
  close(): Promise<void> {
    assert(!this.closed && !this.closing, "a journal is closed once");
    return new Promise((resolve) => {
      this.closing = resolve;
      if (!this.writing && !this.scheduled) this.finishClosing();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.writing) return;
    this.scheduled = true;
    this.options.turns.soon(() => {
      this.scheduled = false;
      const failure = this.startBatch();
      if (failure) this.fail(failure);
      else this.afterBatch();
    });
  }

  /** Writes the collected records and starts their sync. Returns the error when the disk refuses at once. */
  private startBatch(): Error | undefined {
    if (this.collecting.records === 0) return undefined;
    this.cancelIdle();
    const batch = this.collecting;
    this.collecting = this.flying;
    this.flying = batch;
    this.collecting.restart(batch.hash());
    const last = this.appended;
    const started = performance.now();
    try {
      if (this.tailSuspect) this.takeBackTail();
      if (this.sealed || this.byte >= this.options.segmentBytes) this.startSegment();
      if (!this.marked) this.markSegment();
      this.tailSuspect = true;
      this.file.write(batch.content(), this.byte);
      this.makeRoomBehind(this.byte + batch.contentBytes);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
    const written = performance.now();
    this.writing = true;
    this.file.syncFirst((error) => this.finishBatch(error, last, { started, written }));
    return undefined;
  }

  private finishBatch(error: Error | undefined, last: number, times: { started: number; written: number }): void {
    this.writing = false;
    if (error) {
      this.sealed = true;
      this.fail(error);
      return;
    }
    const displacement = this.displacement();
    if (displacement) {
      this.fail(displacement);
      return;
    }
    const batch = this.flying;
    const { records, contentBytes: bytes } = batch;
    this.tailSuspect = false;
    this.byte += bytes;
    this.position = last;
    this.hash.set(batch.hash());
    this.tryToMark("write");
    const { listener } = this.options;
    const syncMs = performance.now() - times.written;
    // The disk gets its next work before the listener spends time on this batch.
    const failure = this.startBatch();
    listener.onBatch?.({ records, bytes, position: last, writeMs: times.written - times.started, syncMs });
    listener.onDurable(last);
    if (failure) this.fail(failure);
    else this.afterBatch();
  }

  /** Drops everything that is not durable, and notifies the listener. */
  private fail(error: Error): void {
    const firstLost = this.position + 1;
    this.appended = this.position;
    this.collecting.restart(this.hash);
    this.flying.restart(this.hash);
    try {
      this.takeBackTail();
    } catch {
      // The disk refuses this too; the next batch tries again before it writes. The listener learns of it by `certain`.
    }
    this.options.listener.onFailure(error, firstLost, !this.tailSuspect);
    this.afterBatch();
  }

  private afterBatch(): void {
    if (this.writing || this.closed) return;
    if (this.collecting.records > 0) this.schedule();
    else if (this.closing) this.finishClosing();
    else this.cancelIdle = this.options.turns.later(IDLE_MS, () => this.tryToMark("syncLater"));
  }

  private takeBackTail(): void {
    if (!this.tailSuspect) return;
    this.cutOffRoom();
    this.file.sync();
    this.tailSuspect = false;
  }

  /**
   * Writes zeros after the batch that ends at `byte`, if the batch used up the last of them; the batch's sync covers them
   * too.
   */
  private makeRoomBehind(byte: number): void {
    if (byte <= this.roomEnd) return;
    const roomBytes = Math.max(0, Math.min(ROOM_BYTES, this.options.segmentBytes - byte));
    this.roomEnd = byte;
    try {
      this.file.write(ROOM.subarray(0, roomBytes), byte);
      this.roomEnd += roomBytes;
    } catch {
      // The disk is nearly full: the batch itself is written, and the next one tries to make room again.
    }
  }

  private cutOffRoom(): void {
    this.file.truncate(this.byte);
    this.roomEnd = this.byte;
  }

  /** Everything in the old segment is durable. The new one has its header and its name durable before any record. */
  private startSegment(): void {
    const { disk, directory } = this.options;
    const displacement = this.displacement();
    if (displacement) throw displacement;
    const first = this.position + 1;
    const file = createSegment(disk, directory, first, this.hash);
    this.rememberSegment();
    this.file.close();
    this.file = file;
    this.segment = { name: segmentName(first), first };
    this.byte = SEGMENT_HEADER_BYTES;
    this.roomEnd = SEGMENT_HEADER_BYTES;
    this.sealed = false;
    this.marked = false;
  }

  /** Remembers the segment as good: what this process has written and synced need not be read again to know that. */
  private rememberSegment(): void {
    const { name } = this.segment;
    const { byte, position } = this;
    this.closedSegments.push({ name, byte, position, hash: this.hash.slice(), stamp: this.file.stamp() });
    writeSegmentMemory(this.options.disk, this.options.directory, this.closedSegments);
  }

  /** Why the segment's name does not mean the file that is written to; undefined when it does. */
  private displacement(): Error | undefined {
    const path = join(this.options.directory, this.segment.name);
    try {
      return this.file.isAt(path) ? undefined : new JournalMoved(path);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Makes a mark in a new segment durable before any record is written there: only so can a torn batch be recognized. */
  private markSegment(): void {
    this.renewMark();
    this.mark.sync(this.end);
    this.marked = true;
  }

  private get end(): Mark {
    return { segmentFirst: this.segment.first, byte: this.byte, position: this.position };
  }

  /**
   * A later mark makes damage at the end recognizable; no record depends on it. So a disk that refuses it does not fail the
   * batch: it would refuse the next batch as well, and that is reported.
   */
  private tryToMark(how: "write" | "sync" | "syncLater"): void {
    try {
      if (how !== "write") this.renewMark();
      this.mark[how](this.end);
    } catch {
      // See above.
    }
  }

  /**
   * Without its mark a journal can't be started: a mark that was deleted or replaced while this process runs is written
   * again.
   */
  private renewMark(): void {
    if (this.mark.isInPlace() || !this.isInPlace) return;
    const { disk, directory } = this.options;
    const renewed = MarkWriter.open(disk, directory, this.end);
    this.mark.close();
    this.mark = renewed;
  }

  private finishClosing(): void {
    this.cancelIdle();
    this.closed = true;
    this.tryToMark("sync");
    this.mark.close();
    try {
      this.cutOffRoom();
    } catch {
      // The next opening of the journal cuts it off.
    }
    this.file.close();
    this.closing?.();
  }
}
