// Opening a journal: recover what is there (recovery.ts has the rule), hand it to the caller, and be ready to append.

import type { CheckedSegment } from "./checked-segments.ts";
import { GENESIS } from "./digest.ts";
import { type Disk, realDisk } from "./disk.ts";
import { Journal, type JournalListener } from "./journal.ts";
import { type JournalEnd, type RecoveryReport, type Replay, recover } from "./recovery.ts";
import { createSegment, SEGMENT_HEADER_BYTES, segmentName } from "./segment.ts";
import { eventLoop, type Turns } from "./turns.ts";

export interface JournalOptions {
  /** Made when missing. The caller holds its lock (lock.ts). */
  readonly directory: string;
  /** A segment that has reached this size is followed by a new one. Default 64 MiB. */
  readonly segmentBytes?: number;
  readonly listener: JournalListener;
  /** Gets the records after a snapshot in the same pass that checks them. */
  readonly replay?: Replay;
  /** Segments that were checked since nobody else can have changed them. */
  readonly checkedSegments?: readonly CheckedSegment[];
  /** Start although acknowledged records are gone from the journal's end, and report how many. Default false. */
  readonly acceptLoss?: boolean;
  readonly disk?: Disk;
  readonly turns?: Turns;
}

/**
 * @returns the journal, ready to append at `recovery.lastPosition + 1`; and what recovery found
 * @throws {JournalCorrupt} naming segment and byte; the venue must not start
 */
export function openJournal(options: JournalOptions): { journal: Journal; recovery: RecoveryReport } {
  const { directory, listener, replay, checkedSegments, acceptLoss = false, segmentBytes = 64 * 1024 * 1024 } = options;
  const { disk = realDisk, turns = eventLoop } = options;
  disk.makeDirectory(directory);
  const { report, end } = recover({ disk, directory, acceptLoss, replay, checkedSegments });
  // Names of segments, too, may so far live in memory only.
  disk.syncDirectory(directory);
  const start = end ?? createFirstSegment(disk, directory);
  return { journal: new Journal({ disk, directory, segmentBytes, turns, listener, end: start }), recovery: report };
}

function createFirstSegment(disk: Disk, directory: string): JournalEnd {
  createSegment(disk, directory, 1, GENESIS).close();
  const segment = { name: segmentName(1), first: 1 };
  return { segment, byte: SEGMENT_HEADER_BYTES, position: 0, hash: GENESIS };
}
