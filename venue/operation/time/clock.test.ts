import { expect, test } from "bun:test";
import { millis } from "@evermark/engine";
import { TickedClock } from "./clock.ts";
import { HandMovedClocks } from "./testing/hand-moved-clocks.ts";

function clockAt(wall: number, lastAt = 0) {
  const clocks = new HandMovedClocks(wall);
  const options = { clocks, lastAt, limitMs: Number.POSITIVE_INFINITY, wasDoubted: false };
  return { clocks, clock: new TickedClock({ ...options, movable: true }) };
}

test("time does not pass a second before that second's tick", () => {
  const { clocks, clock } = clockAt(10_400);
  clocks.pass(850);
  expect(clock.now()).toBe(10_999);
  clock.ticked(millis(11_000));
  expect(clock.now()).toBe(11_250);
});

test("a sandbox that was moved forward goes on from there after a restart", () => {
  const { clocks, clock } = clockAt(10_000, 500_250);
  // Any part of its last second may have been shown.
  expect(clock.now()).toBe(500_999);
  clock.ticked(millis(501_000));
  clocks.pass(300);
  expect(clock.now()).toBe(501_299);
});

test("after a stop, the seconds in between are due", () => {
  const { clock } = clockAt(65_000, 5_100);
  expect(clock.now()).toBe(5_999);
  expect(clock.lastTick as number).toBe(5_000);
  expect(clock.dueSecond as number).toBe(65_000);
});

test("the wait is for the second that has no tick yet, and is 0 when that second has come", () => {
  const { clocks, clock } = clockAt(10_400);
  expect(clock.untilNextTick).toBe(600);
  // A tick was slow, or a timer early: the next second has come and has no tick.
  clocks.pass(650);
  expect(clock.untilNextTick).toBe(0);
  clock.ticked(millis(11_000));
  expect(clock.untilNextTick).toBe(950);
});

test("a second cannot be ticked twice, nor half a second", () => {
  const { clock } = clockAt(10_000);
  expect(() => clock.ticked(millis(10_000))).toThrow("ticks are whole seconds and rise");
  expect(() => clock.ticked(millis(11_500))).toThrow("ticks are whole seconds and rise");
});

test("advancing moves the due second first, and then the time", () => {
  const { clock } = clockAt(10_000);
  clock.advance(3_500);
  expect(clock.dueSecond as number).toBe(13_000);
  expect(clock.now()).toBe(10_999);
});
