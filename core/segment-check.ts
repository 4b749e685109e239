// Has a second core check the part of the journal that lies before a snapshot, while this one restores the snapshot: as far as
// it is not remembered as good.

import { recallSegmentsUpTo } from "@evermark/journal/checked-segments.ts";
import type { CheckedSegment } from "@evermark/journal/segment.ts";
import type { CoreLog, Machine } from "./machine.ts";

/**
 * Never fails: what is not known is checked when the journal is opened, which says what is wrong with it.
 * @param upTo position of the snapshot
 * @returns what is known to be good
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
    // A thread costs more than nothing.
    if (segments.length === 0) return known;
    return [...known, ...(await checkSegments({ directory, segments }))];
  } catch (err) {
    log.warn({ err }, "the journal could not be checked on a second thread");
    return known;
  }
}
