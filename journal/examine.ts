// What a start would find, without starting: for those who ask whether all of a journal is there, and change nothing.

import { recallSegmentsUpTo } from "./checked-segments.ts";
import { type Disk, realDisk } from "./journal-disk.ts";
import type { Trace } from "./journal-traces.ts";
import { type RecoveryReport, recover } from "./recovery.ts";
import { readSegmentMemory, traceOfMemory } from "./segment-memory.ts";

interface ExamineOptions {
  /** The caller holds its lock. */
  readonly directory: string;
  readonly traces: readonly Trace[];
  readonly acceptLoss: boolean;
  readonly disk?: Disk;
}

/** @throws what `openJournal` would throw */
export function examineJournal({ directory, acceptLoss, disk = realDisk, ...options }: ExamineOptions): RecoveryReport {
  const traces = [...traceOfMemory(readSegmentMemory(disk, directory)), ...options.traces];
  const { recalled: checkedSegments } = recallSegmentsUpTo(directory, Number.MAX_SAFE_INTEGER, disk);
  const { report, end } = recover({ disk, directory, acceptLoss, checkedSegments, traces, changesNothing: true });
  end?.file.close();
  return report;
}
