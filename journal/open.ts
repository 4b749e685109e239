// Opens a journal: recovers what is there (recovery.ts has the rule), passes it to the caller, and is then ready to append.

import { join } from "node:path";
import { GENESIS } from "./checksums.ts";
import { Journal, type JournalListener } from "./journal.ts";
import { type Disk, realDisk } from "./journal-disk.ts";
import type { Trace } from "./journal-traces.ts";
import { eventLoop, type Turns } from "./journal-turns.ts";
import { MARK_NAME } from "./mark.ts";
import { type JournalEnd, type RecoveryReport, type Replay, recover } from "./recovery.ts";
import { type CheckedSegment, createSegment, SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";
import { readSegmentMemory, sameMemory, traceOfMemory, writeSegmentMemory } from "./segment-memory.ts";
import { setAside } from "./set-aside.ts";

export interface JournalOptions {
  /** Created if missing. The caller holds its lock (lock.ts). */
  readonly directory: string;
  /** A segment that has reached this size is followed by a new one. Default 64 MiB. */
  readonly segmentBytes?: number;
  readonly listener: JournalListener;
  /** Receives the records after a snapshot in the same pass that checks them. */
  readonly replay?: Replay;
  /** Segments that were checked after no other process could change them any more. */
  readonly checkedSegments?: readonly CheckedSegment[];
  /** Start although acknowledged records are gone from the journal's end, and report how many. Default false. */
  readonly acceptLoss?: boolean;
  /** Files beside the journal that imply commands in it. */
  readonly traces?: readonly Trace[];
  readonly disk?: Disk;
  readonly turns?: Turns;
}

/**
 * @returns the journal, ready to append at `recovery.lastPosition + 1`; and what recovery found
 * @throws {JournalCorrupt} naming segment and byte; the venue must not start
 * @throws {JournalIncomplete} naming what shows that there was more; nothing has been changed
 * @throws {DirectoryInUse} when another process writes to this journal
 */
export function openJournal(options: JournalOptions): { journal: Journal; recovery: RecoveryReport } {
  const { directory, listener, replay, checkedSegments, acceptLoss = false, segmentBytes = 64 * 1024 * 1024 } = options;
  const { disk = realDisk, turns = eventLoop } = options;
  disk.makeDirectory(directory);
  const memory = readSegmentMemory(disk, directory);
  const traces = [...traceOfMemory(memory), ...(options.traces ?? [])];
  const { report, end, closed } = recover({ disk, directory, acceptLoss, replay, checkedSegments, traces });
  const start = end ?? createFirstSegment(disk, directory);
  try {
    // A mark that does not fit may help an operator who looks for what is missing.
    if (report.doubt !== undefined || report.acknowledgedLost > 0) setAside(join(directory, MARK_NAME), [""], disk);
    // The names of segments, too, may not be on disk yet.
    disk.syncDirectory(directory);
    if (!sameMemory(memory, closed)) writeSegmentMemory(disk, directory, closed);
    const journal = new Journal({ disk, directory, segmentBytes, turns, listener, end: start, closed });
    return { journal, recovery: report };
  } catch (error) {
    start.file.close();
    throw error;
  }
}

function createFirstSegment(disk: Disk, directory: string): JournalEnd {
  const file = createSegment(disk, directory, 1, GENESIS);
  const segment = { name: segmentName(1), first: 1 };
  return { segment, byte: SEGMENT_HEADER_BYTES, position: 0, hash: GENESIS, file };
}
