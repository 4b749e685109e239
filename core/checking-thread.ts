// Segments of the journal that a thread of its own reads and checks.

import type { CheckedSegment, Segment } from "@evermark/journal/segment.ts";

export interface SegmentsToCheck {
  readonly directory: string;
  readonly segments: readonly Segment[];
}

/** @returns those that are good, as far as the thread lived to say so */
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
