// Has a second core check the part of the journal that lies before a snapshot, while this one restores the snapshot.

import { type CheckedSegment, segmentsUpTo } from "@evermark/journal/checked-segments.ts";
import type { Logger } from "pino";

export interface SegmentsToCheck {
  readonly directory: string;
  /** Position of the snapshot. */
  readonly upTo: number;
}

/**
 * @returns what was found good. Nothing when the thread fails: what is not known to be good is checked when the journal is
 * opened.
 */
export async function checkSegmentsAside(what: SegmentsToCheck, log: Logger): Promise<CheckedSegment[]> {
  // A thread costs more than nothing.
  if (segmentsUpTo(what.directory, what.upTo).length === 0) return [];
  const checked = Promise.withResolvers<CheckedSegment[]>();
  const worker = new Worker(new URL("./segment-check.worker.ts", import.meta.url).href);
  worker.onmessage = ({ data }: MessageEvent<CheckedSegment[]>) => checked.resolve(data);
  worker.onerror = ({ message }) => checked.reject(new Error(message));
  worker.addEventListener("close", () => checked.resolve([]));
  worker.postMessage(what);
  try {
    return await checked.promise;
  } catch (err) {
    log.warn({ err }, "the journal could not be checked on a second thread");
    return [];
  } finally {
    worker.terminate();
  }
}
