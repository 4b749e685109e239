// The entry of the thread that checks segments.

import { checkSegments } from "@evermark/journal/checked-segments.ts";
import type { SegmentsToCheck } from "./checking-thread.ts";

declare const self: Worker;

self.onmessage = ({ data: { directory, segments } }: MessageEvent<SegmentsToCheck>) => {
  self.postMessage(checkSegments(directory, segments));
};
