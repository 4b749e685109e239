// Reads and checks segments of the journal on a thread of their own.

import type { CheckedSegment, Segment } from "@evermark/journal/segment.ts";

export interface SegmentsToCheck {
  readonly directory: string;
  readonly segments: readonly Segment[];
}

/** @returns the segments that are good; none when the thread died before it answered */
export async function checkedOnThread(segments: SegmentsToCheck): Promise<CheckedSegment[]> {
  const checked = Promise.withResolvers<CheckedSegment[]>();
  const worker = new Worker(new URL("./checking-thread.worker.ts", import.meta.url).href);
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
