import { expect, test } from "bun:test";
import { Progress } from "./progress.ts";

test("a node is behind from when it hears of more than it has applied until it has applied all that it heard of", () => {
  let now = 1_000;
  const progress = new Progress({ steady: () => now }, 4);
  expect(progress.shown()).toEqual({ batch: 4, confirmed: 4, behindMs: 0, silentMs: 0 });
  now += 50;
  progress.beat(6);
  now += 30;
  progress.heardOf(7);
  progress.heardOf(5);
  expect(progress.shown()).toEqual({ batch: 4, confirmed: 7, behindMs: 30, silentMs: 30 });
  progress.applied(6);
  expect(progress.shown().behindMs).toBe(30);
  progress.applied(7);
  now += 10;
  expect(progress.shown()).toEqual({ batch: 7, confirmed: 7, behindMs: 0, silentMs: 40 });
  progress.applied(8);
  expect(progress.shown()).toMatchObject({ batch: 8, confirmed: 8, behindMs: 0 });
});
