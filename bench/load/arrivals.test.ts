import { expect, test } from "bun:test";
import { atTheirTimes, dueTimes } from "./arrivals.ts";

test("arrivals are random, have the requested rate on average, and fall on whole milliseconds", () => {
  const due = dueTimes({ perSecond: 2_000, milliseconds: 10_000, seed: 1 });
  expect(Math.abs(due.length - 20_000)).toBeLessThan(600);
  expect(due.every((at, n) => Number.isInteger(at) && (n === 0 || at >= due[n - 1]!))).toBe(true);
  const perMs = new Map<number, number>();
  for (const at of due) perMs.set(at, (perMs.get(at) ?? 0) + 1);
  // In a Poisson process with an average of two per millisecond, a share of e⁻² of the milliseconds have none.
  expect(Math.abs(perMs.size / 10_000 - (1 - Math.exp(-2)))).toBeLessThan(0.02);
});

test("the same seed gives the same arrivals", () => {
  const arrivals = { perSecond: 100, milliseconds: 1_000, seed: 3 };
  expect(dueTimes(arrivals)).toEqual(dueTimes(arrivals));
  expect(dueTimes({ ...arrivals, seed: 4 })).not.toEqual(dueTimes(arrivals));
});

test("a sender that was delayed catches up, and requests sent late keep their due time", async () => {
  const due = Float64Array.of(0, 1, 2, 20);
  const sent: number[] = [];
  let first = 0;
  await atTheirTimes(due, (n, dueAt) => {
    if (n === 0) {
      first = dueAt;
      Bun.sleepSync(10);
    }
    sent.push(dueAt - first);
  });
  expect(sent).toEqual([0, 1, 2, 20]);
});
