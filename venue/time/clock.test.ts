import { expect, test } from "bun:test";
import { millis } from "@evermark/engine/units.ts";
import { TickedClock } from "./clock.ts";

function clockAt(wall: number, options: { lastAt?: number; movable?: boolean } = {}) {
  const hands = { wall };
  const clock = new TickedClock({
    wall: () => hands.wall,
    lastAt: options.lastAt ?? 0,
    movable: options.movable ?? true,
  });
  return { hands, clock };
}

test("time does not pass a second before that second's tick", () => {
  const { hands, clock } = clockAt(10_400);
  hands.wall = 11_250;
  expect(clock.now()).toBe(10_999);
  clock.ticked(millis(11_000));
  expect(clock.now()).toBe(11_250);
});

test("a sandbox that was moved forward goes on from there after a restart", () => {
  const { hands, clock } = clockAt(10_000, { lastAt: 500_250 });
  expect(clock.now()).toBe(500_250);
  hands.wall = 10_300;
  expect(clock.now()).toBe(500_550);
});

test("after a stop, the seconds in between are due", () => {
  const { clock } = clockAt(65_000, { lastAt: 5_100 });
  expect(clock.now()).toBe(5_999);
  expect(clock.lastTick as number).toBe(5_000);
  expect(clock.dueSecond as number).toBe(65_000);
});

test("when the machine's clock is set back, time goes on at half speed until the two meet", () => {
  const { hands, clock } = clockAt(10_000, { movable: false });
  hands.wall = 9_000;
  expect(clock.now()).toBe(10_000);
  hands.wall = 9_800;
  expect(clock.now()).toBe(10_400);
  hands.wall = 10_900;
  expect(clock.now()).toBe(10_950);
  clock.ticked(millis(11_000));
  hands.wall = 11_300;
  expect(clock.now()).toBe(11_300);
});

test("a second cannot be ticked twice, nor half a second", () => {
  const { clock } = clockAt(10_000);
  expect(() => clock.ticked(millis(10_000))).toThrow("ticks are whole seconds and rise");
  expect(() => clock.ticked(millis(11_500))).toThrow("ticks are whole seconds and rise");
});

test("advancing moves what is due, and then the time", () => {
  const { clock } = clockAt(10_000);
  clock.advance(3_500);
  expect(clock.dueSecond as number).toBe(13_000);
  expect(clock.now()).toBe(10_999);
});
