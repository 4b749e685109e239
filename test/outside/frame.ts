// What a data frame must look like: streams 3, and the counter that this venue adds.

import { expect } from "bun:test";
import type { Frame } from "./stream-client.ts";

/** Compares the whole of `data`, member by member. */
export function expectFrame(frame: Frame | undefined, topic: string, data: unknown): void {
  expect<unknown>(frame).toEqual({ topic, ts: expect.any(Number), seq: expect.any(Number), data });
}
