import { expect, test } from "bun:test";
import { MOVED_AFTER_MS, ROW_EVERY_MS } from "../timing.ts";
import { MovedTime, NEVER_MOVED } from "./moved-time.ts";

const HOUR = 3_600_000;

function setup(isMovable = true) {
  const now = { steady: 5_000 };
  return { now, moved: new MovedTime({ steady: () => now.steady }, isMovable) };
}

test("a leader uses a move that it has read once every node that writes its row has read it as well", () => {
  expect(MOVED_AFTER_MS).toBeGreaterThan(ROW_EVERY_MS);
  const { now, moved } = setup();
  moved.heard({ ms: HOUR, to: 9 * HOUR });
  expect([moved.known, moved.ripe]).toEqual([{ ms: HOUR, to: 9 * HOUR }, NEVER_MOVED]);
  now.steady += ROW_EVERY_MS;
  moved.heard({ ms: 2 * HOUR, to: 10 * HOUR });
  moved.heard({ ms: 2 * HOUR, to: 10 * HOUR });
  now.steady += MOVED_AFTER_MS - ROW_EVERY_MS;
  expect([moved.known.to, moved.ripe.to]).toEqual([10 * HOUR, 9 * HOUR]);
  now.steady += ROW_EVERY_MS - 1;
  expect(moved.ripe.to).toBe(9 * HOUR);
  now.steady += 1;
  expect([moved.known, moved.ripe]).toEqual([
    { ms: 2 * HOUR, to: 10 * HOUR },
    { ms: 2 * HOUR, to: 10 * HOUR },
  ]);
});

test("what an earlier database has said is not taken back by one that has lost it", () => {
  const { now, moved } = setup();
  moved.heard({ ms: HOUR, to: 9 * HOUR });
  moved.heard({ ms: 0, to: 0 });
  moved.heard({ ms: HOUR / 2, to: 12 * HOUR });
  now.steady += MOVED_AFTER_MS;
  expect(moved.ripe).toEqual({ ms: HOUR, to: 12 * HOUR });
});

test("in production nothing in the database moves time", () => {
  const { now, moved } = setup(false);
  moved.heard({ ms: HOUR, to: 9 * HOUR });
  now.steady += MOVED_AFTER_MS;
  expect([moved.known, moved.ripe]).toEqual([NEVER_MOVED, NEVER_MOVED]);
});
