import { expect, test } from "bun:test";
import { type DueFrames, Schedule } from "./schedule.ts";

/** Advances to a time at which a second is due. */
function advanced(schedule: Schedule, now: number): DueFrames {
  const due = schedule.advance(now);
  if (due === undefined) throw new Error(`nothing is due at ${now}`);
  return due;
}

const start = Date.parse("2026-05-31T23:59:58.500Z");

test("cadences count their own periods", () => {
  const schedule = new Schedule([1_000, 15_000], start);
  for (let second = 1; second <= 30; second += 1) schedule.advance(start + second * 1_000);
  expect(schedule.cadence(1_000).count).toBe(30);
  expect(schedule.cadence(15_000).count).toBe(2);
});

test("a cadence of many seconds keeps to the multiples of venue time, however far that was moved", () => {
  const schedule = new Schedule([1_000, 15_000], start);
  const dueAt = (ms: number) => [...advanced(schedule, start + ms).cadences];
  expect(dueAt(500)).toEqual([1_000]);
  expect(schedule.advance(start + 1_499)).toBeUndefined();
  // Midnight.
  expect(dueAt(1_500)).toEqual([1_000, 15_000]);
  expect(dueAt(3_600_000)).toEqual([1_000, 15_000]);
  expect(dueAt(3_600_900)).toEqual([1_000]);
});

test("the end of a candle is an additional frame, in every interval that ends", () => {
  const schedule = new Schedule([1_000], start);
  const ended = [1, 2, 3].map((second) => [...advanced(schedule, start + second * 1_000).ended]);
  // Midnight after a Sunday that is the last day of its month: every candle ends.
  expect(ended).toEqual([[], ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1M"], []]);
  expect(schedule.kline("1m").count).toBe(4);
  expect(schedule.kline("1M").count).toBe(4);
});

test("a clock that was moved far ends each candle once", () => {
  const schedule = new Schedule([1_000], start);
  const { ended } = advanced(schedule, start + 3 * 86_400_000);
  expect(ended.has("1m")).toBe(true);
  expect(schedule.kline("1m").count).toBe(2);
});

test("a saved schedule continues as if it had never been saved", () => {
  const schedule = new Schedule([1_000, 60_000], start);
  for (let second = 1; second <= 90; second += 1) schedule.advance(start + second * 1_000);
  const restored = new Schedule([1_000, 60_000], start, JSON.parse(JSON.stringify(schedule.written())));
  for (let second = 91; second <= 200; second += 1)
    expect(restored.advance(start + second * 1_000)).toEqual(schedule.advance(start + second * 1_000));
  expect(restored.written()).toEqual(schedule.written());
});
