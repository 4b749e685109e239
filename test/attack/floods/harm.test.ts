import { expect, test } from "bun:test";
import { type Phase, timesOf } from "./flood-measurement.ts";
import { harmOf, slownessOf } from "./harm.ts";

const phase = (p99: number, changes: Partial<Phase> = {}): Phase => {
  const times = { count: 100, p50: 1, p99, worst: p99 };
  return { rest: times, stream: times, lost: 0, refused: 0, memoryBytes: 0, ...changes };
};

test("orders may take three times as long as before, or any harmless time", () => {
  expect(slownessOf({ before: phase(10), beside: phase(30) })).toEqual([]);
  expect(slownessOf({ before: phase(1), beside: phase(25) })).toEqual([]);
  expect(slownessOf({ before: phase(10), beside: phase(31) })).toEqual([
    "orders over REST took 31 ms (p99), 3.1 times as long as before",
    "orders over streams took 31 ms (p99), 3.1 times as long as before",
  ]);
});

test("during a flood of ordinary requests they may take twice as long as at a server that does nothing", () => {
  expect(slownessOf({ before: phase(10), beside: phase(80), baseline: phase(40) })).toEqual([]);
  expect(slownessOf({ before: phase(10), beside: phase(80), baseline: phase(32) })).toEqual([
    "orders over REST took 80 ms (p99), 8.0 times as long as before, 2.5 times as long as with a bare server",
    "orders over streams took 80 ms (p99), 8.0 times as long as before, 2.5 times as long as with a bare server",
  ]);
});

test("slow orders alone are no harm: the machine may be slow", () => {
  expect(harmOf({ before: phase(10), beside: phase(10_000) })).toEqual([]);
});

test("no order is lost or refused, each way has answers, and memory has a bound", () => {
  const stream = { count: 0, p50: 0, p99: 0, worst: 0 };
  const beside = phase(1, { stream, lost: 2, refused: 3, memoryBytes: 2 ** 30 });
  expect(harmOf({ before: phase(1), beside })).toEqual([
    "no order over streams was answered during the flood",
    "2 orders had no answer",
    "3 orders were refused",
    "the venue's memory grew by 1024 MiB",
  ]);
});

test("a long wait also counts for the orders that would have been placed meanwhile", () => {
  expect(timesOf([...Array<number>(50).fill(1), 1_000])).toMatchObject({ count: 51, worst: 1_000 });
  expect(timesOf([...Array<number>(50).fill(1), 1_000]).p99).toBeGreaterThan(950);
});
