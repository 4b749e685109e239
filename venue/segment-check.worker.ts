// The entry of the thread that checks segments.

import { checkSegmentsUpTo } from "@evermark/journal/checked-segments.ts";
import type { SegmentsToCheck } from "./segment-check.ts";

declare const self: Worker;

self.onmessage = ({ data: { directory, upTo } }: MessageEvent<SegmentsToCheck>) => {
  self.postMessage(checkSegmentsUpTo(directory, upTo));
};
