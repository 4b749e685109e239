import { expect, test } from "bun:test";
import fc from "fast-check";
import { TermClock } from "./term-clock.ts";

const WALL = 1_700_000_000_000;

function begun(clock = { wall: WALL, steady: 5_000 }) {
  return { clock, time: new TermClock({ wall: () => clock.wall, steady: () => clock.steady }) };
}

test("within a term time runs on the steady clock, also when the wall's is set", () => {
  const { clock, time } = begun();
  expect(time.notBefore(WALL - 40)).toBe(WALL);
  clock.wall += 3_600_000;
  clock.steady += 250.7;
  expect(time.notBefore(WALL)).toBe(WALL + 250);
  expect(time.steadyAt(WALL + 1_000)).toBe(6_000);
});

test("where the journal's time is ahead it goes on from there, a tenth slower until the clock has caught up", () => {
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

test("it never falls, and is as late as it said when that has come", () => {
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
