import { expect, test } from "bun:test";
import fc from "fast-check";
import { TermClock } from "./term-clock.ts";

const WALL = 1_700_000_000_000;

const STRETCH_MS = 300_000;

function begun(moved = { ms: 0, to: 0 }, clock = { wall: WALL, steady: 5_000 }) {
  const parts = { clock: { wall: () => clock.wall, steady: () => clock.steady }, moved: () => moved };
  const stretch = (before: number, to: number) => Math.min(to, before + STRETCH_MS);
  return { clock, moved, time: new TermClock({ ...parts, stretch }) };
}

test("within a term, time runs on the steady clock, even when the wall clock is set", () => {
  const { clock, time } = begun();
  expect(time.notBefore(WALL - 40)).toBe(WALL);
  clock.wall += 3_600_000;
  clock.steady += 250.7;
  expect(time.notBefore(WALL)).toBe(WALL + 250);
  expect(time.steadyAt(WALL + 1_000)).toBe(6_000);
});

test("if the journal's time is ahead, time continues from there, a tenth slower until the clock has caught up", () => {
  const { clock, time } = begun();
  expect(time.notBefore(WALL + 1_000)).toBe(WALL + 1_000);
  clock.steady += 5_000;
  expect(time.notBefore(WALL + 1_000)).toBe(WALL + 5_500);
  expect(time.steadyAt(WALL + 5_500)).toBe(10_000);
  clock.steady += 5_000;
  expect(time.notBefore(WALL)).toBe(WALL + 10_000);
  clock.steady += 100;
  expect(time.notBefore(WALL)).toBe(WALL + 10_100);
  expect(time.steadyAt(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
});

test("a sandbox's time is moved one stretch after the other, and continues from there", () => {
  const { clock, time, moved } = begun();
  expect(time.notBefore(WALL)).toBe(WALL);
  Object.assign(moved, { ms: 1_000_000, to: WALL + 1_000_000 });
  expect(time.steadyAt(WALL + 1_000_000)).toBe(clock.steady);
  const times = [WALL];
  while (times.at(-1)! < moved.to) {
    clock.steady += 10;
    times.push(time.notBefore(times.at(-1)!));
  }
  expect(times.map((at) => at - WALL)).toEqual([0, 300_000, 600_000, 900_000, 1_000_040]);
  expect(time.steadyAt(WALL + 1_002_000)).toBe(7_000);
});

test("a new leader continues from where time was moved, or moves it to where it is to be", () => {
  const { time } = begun({ ms: 86_400_000, to: WALL + 86_000_000 });
  expect(time.notBefore(WALL + 86_390_000)).toBe(WALL + 86_400_000);
  expect(time.notBefore(WALL + 85_000_000)).toBe(WALL + 85_300_000);
});

test("time that was ahead of the clock is moved from where it was", () => {
  const { clock, time, moved } = begun();
  expect(time.notBefore(WALL + 50_000)).toBe(WALL + 50_000);
  Object.assign(moved, { ms: 60_000, to: WALL + 110_000 });
  expect(time.notBefore(WALL + 50_000)).toBe(WALL + 110_000);
  // The clock, as it was moved, has yet to catch up. No batch has the earlier time, because there was nothing to say then.
  clock.steady += 1_000;
  expect(time.notBefore(WALL + 50_000)).toBe(WALL + 110_900);
});

test("time never falls, and reaches a time by the steady time that was named for it", () => {
  const steps = fc.array(fc.record({ ms: fc.nat(3_000), behind: fc.integer({ min: -5_000, max: 5_000 }) }));
  fc.assert(
    fc.property(steps, (all) => {
      const { clock, time } = begun();
      let last = 0;
      for (const { ms, behind } of all) {
        clock.steady += ms;
        const now = time.notBefore(Math.max(last, WALL + behind));
        expect(now).toBeGreaterThanOrEqual(last);
        last = now;
        const due = now + 700;
        const at = time.steadyAt(due) + 0.001;
        expect(at).toBeGreaterThanOrEqual(clock.steady);
        clock.steady = at;
        expect(time.notBefore(now)).toBeWithin(due, due + 2);
        last = due;
      }
    }),
  );
});

test("whatever is moved and when, time does not fall, reaches its goal, and goes no further than the moved clock", () => {
  const steps = fc.array(
    fc.record({
      ms: fc.nat(3_000),
      movedMs: fc.option(fc.nat(2_000_000)),
      behind: fc.integer({ min: -9_000, max: 0 }),
    }),
  );
  fc.assert(
    fc.property(steps, fc.nat(600_000), (all, aheadMs) => {
      const { clock, moved, time } = begun();
      const began = clock.steady;
      let last = WALL + aheadMs;
      for (const { ms, movedMs, behind } of all) {
        clock.steady += ms;
        // Requested by a node whose time is somewhat behind.
        if (movedMs !== null)
          Object.assign(moved, { ms: moved.ms + movedMs, to: Math.max(moved.to, last + behind) + movedMs });
        const now = time.notBefore(last);
        expect(now).toBeGreaterThanOrEqual(last);
        if (last < moved.to && now < moved.to) expect(now - last).toBe(STRETCH_MS);
        last = now;
      }
      for (let left = Math.ceil((moved.to - last) / STRETCH_MS); left > 0; left--) last = time.notBefore(last);
      expect(last).toBeGreaterThanOrEqual(moved.to);
      expect(last).toBeLessThanOrEqual(WALL + aheadMs + moved.ms + clock.steady - began);
    }),
  );
});
