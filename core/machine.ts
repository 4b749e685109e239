// The interface between the core and the machine that it runs on. So the same core also runs on a simulated machine, which
// tears writes, fills up and loses its power (test/sim).

import { type Disk, realDisk, type Turns } from "@evermark/journal";
import { eventLoop } from "@evermark/journal/journal-turns.ts";
import type { CheckedSegment } from "@evermark/journal/segment.ts";
import type { Logger } from "pino";
import { checkedOnThread, type SegmentsToCheck } from "./checking-thread.ts";

/** Where the core reports what an operator may have to know. */
export type CoreLog = Pick<Logger, "info" | "warn" | "error">;

export interface Machine {
  readonly disk: Disk;
  readonly turns: Turns;
  /** Checks closed segments concurrently. */
  checkSegments(segments: SegmentsToCheck): Promise<CheckedSegment[]>;
  /** 128 unpredictable bits, in hexadecimal. */
  drawKey(): string;
}

export const thisMachine: Machine = {
  disk: realDisk,
  turns: eventLoop,
  checkSegments: checkedOnThread,
  drawKey: () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex"),
};
