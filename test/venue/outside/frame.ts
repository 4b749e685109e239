// What a data frame must look like: streams 3, and the sequence number that this venue adds.

import { expect } from "bun:test";
import type { Frame } from "./outside-stream.ts";

/** Topics whose frames carry their time twice: streams 11. */
const TIMED_TWICE: readonly string[] = ["wallet", "settle"];

/** Compares the whole frame, member by member. */
export function expectFrame(frame: Frame | undefined, topic: string, data: unknown): void {
  const again = TIMED_TWICE.includes(topic) ? { timestamp: frame?.ts } : {};
  expect<unknown>(frame).toEqual({ topic, ts: expect.any(Number), seq: expect.any(Number), ...again, data });
}
