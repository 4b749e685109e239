import { describe, expect, test } from "bun:test";
import { AnswerLimit, FrameLimit, STREAM_LIMITS } from "./limits.ts";

/** How many of these frames, all at one moment, are within the limit. */
const taken = (limit: FrameLimit, frames: number, now: number): number =>
  Array.from({ length: frames }, () => limit.take(now)).filter(Boolean).length;

describe("client frames of one connection", () => {
  test("200 may come at once, then 50 a second", () => {
    const limit = new FrameLimit(STREAM_LIMITS, 0);
    expect(taken(limit, 205, 0)).toBe(200);
    expect(taken(limit, 30, 500)).toBe(25);
    expect(limit.isExhausted).toBe(true);
  });

  test("several frames count together or not at all", () => {
    const limit = new FrameLimit(STREAM_LIMITS, 0);
    expect([limit.take(0, 199), limit.take(0, 2), limit.take(0, 1), limit.take(0, 1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test("after a pause there is no more than one burst", () => {
    const limit = new FrameLimit(STREAM_LIMITS, 0);
    expect(taken(limit, 201, 3_600_000)).toBe(200);
  });

  test("ten frames over the limit within a minute exhaust it, spread over more time they do not", () => {
    const limit = new FrameLimit({ ...STREAM_LIMITS, frameBurst: 1, framesPerSecond: 0 }, 0);
    expect(taken(limit, 10, 0)).toBe(1);
    expect(limit.isExhausted).toBe(false);
    expect(taken(limit, 1, 61_000)).toBe(0);
    expect(limit.isExhausted).toBe(false);
    expect(taken(limit, 9, 62_000)).toBe(0);
    expect(limit.isExhausted).toBe(true);
  });
});

describe("long answers to a connection", () => {
  test("are paid for afterwards by their bytes: a connection in debt waits until it is paid", () => {
    const limit = new AnswerLimit({ ...STREAM_LIMITS, answerBurstBytes: 1_000, answerBytesPerSecond: 100 }, 0);
    expect(limit.hasLeft(0)).toBe(true);
    limit.pay(1_500);
    expect([limit.hasLeft(0), limit.hasLeft(5_000), limit.hasLeft(5_100)]).toEqual([false, false, true]);
    limit.pay(10);
    expect(limit.hasLeft(5_100)).toBe(false);
    // However long it asks for nothing, it has no more than one burst.
    expect(limit.hasLeft(3_600_000)).toBe(true);
    limit.pay(1_000);
    expect(limit.hasLeft(3_600_000)).toBe(false);
  });
});
