// Has a second core check the part of the journal that lies before a snapshot, while this one restores the snapshot: as far as
// it is not remembered as good.

import { type CheckedSegment, recallSegmentsUpTo } from "@evermark/journal/checked-segments.ts";
import type { Segment } from "@evermark/journal/segment.ts";
import type { CoreLog, Machine } from "./machine.ts";

export interface SegmentsToCheck {
  readonly directory: string;
  readonly segments: readonly Segment[];
}

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

export async function checkedOnThread(segments: SegmentsToCheck): Promise<CheckedSegment[]> {
  const checked = Promise.withResolvers<CheckedSegment[]>();
  const worker = new Worker(new URL("./segment-check.worker.ts", import.meta.url).href);
  worker.onmessage = ({ data }: MessageEvent<CheckedSegment[]>) => checked.resolve(data);
  worker.onerror = ({ message }) => checked.reject(new Error(message));
  worker.addEventListener("close", () => checked.resolve([]));
  worker.postMessage(segments);
  try {
    return await checked.promise;
  } finally {
    worker.terminate();
  }
}
