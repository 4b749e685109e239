// Has another core check the part of the journal before a snapshot, unless it is remembered as good, while this core
// restores the snapshot.

import { recallSegmentsUpTo } from "@evermark/journal/checked-segments.ts";
import type { CheckedSegment } from "@evermark/journal/segment.ts";
import type { CoreLog, Machine } from "./machine.ts";

/**
 * Never fails: segments not known to be good are checked when the journal is opened, which reports what is wrong.
 * @param upTo position of the snapshot
 * @returns the segments known to be good
 */
export async function checkSegmentsAside(
  { disk, checkSegments }: Machine,
  directory: string,
  upTo: number,
  log: CoreLog,
): Promise<CheckedSegment[]> {
  let known: CheckedSegment[] = [];
  try {
    const { recalled, unknown: segments } = recallSegmentsUpTo(directory, upTo, disk);
    known = recalled;
    // Starting a thread is not free.
    if (segments.length === 0) return known;
    return [...known, ...(await checkSegments({ directory, segments }))];
  } catch (err) {
    log.warn({ err }, "the journal could not be checked on a second thread");
    return known;
  }
}
