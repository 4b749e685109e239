// What the core asks of the machine that it runs on, and nothing else: so that the same core runs on a simulated one, which
// tears writes, fills up and loses its power (test/sim).

import { type Disk, realDisk, type Turns } from "@evermark/journal";
import { eventLoop } from "@evermark/journal/journal-turns.ts";
import type { CheckedSegment } from "@evermark/journal/segment.ts";
import type { Logger } from "pino";
import { checkedOnThread, type SegmentsToCheck } from "./checking-thread.ts";

/** Where the core says what an operator may have to know. */
export type CoreLog = Pick<Logger, "info" | "warn" | "error">;

export interface Machine {
  readonly disk: Disk;
  readonly turns: Turns;
  /** Checks closed segments beside what goes on here. */
  checkSegments(segments: SegmentsToCheck): Promise<CheckedSegment[]>;
  /** 128 bits that can't be foreseen, in hexadecimal. */
  drawKey(): string;
}

export const thisMachine: Machine = {
  disk: realDisk,
  turns: eventLoop,
  checkSegments: checkedOnThread,
  drawKey: () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex"),
};
