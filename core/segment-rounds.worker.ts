// The entry of the thread that reads closed segments again.

import { checkClosedSegments } from "@evermark/journal/reading-rounds.ts";
import type { Round, RoundReport } from "./segment-rounds.ts";

declare const self: Worker;

self.onmessage = async ({ data: { directory, bytesPerSecond } }: MessageEvent<Round>) => {
  await checkClosedSegments({
    directory,
    pause: (bytes) => Bun.sleep((bytes / bytesPerSecond) * 1_000),
    onDamage: report,
  });
  report(undefined);
};

function report(round: RoundReport): void {
  self.postMessage(round);
}
