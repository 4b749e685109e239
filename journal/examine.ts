// What a start would find, without starting and without changing anything: for commands that check whether a journal is
// complete.

import { recallSegmentsUpTo } from "./checked-segments.ts";
import { type Disk, realDisk } from "./journal-disk.ts";
import type { Trace } from "./journal-traces.ts";
import { type RecoveryReport, recover } from "./recovery.ts";
import { readSegmentMemory, traceOfMemory } from "./segment-memory.ts";

interface ExamineOptions {
  /** The journal's directory; the caller holds its lock. */
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
