// The simulator has to find a broken promise, and report it in few steps.

import { expect, test } from "bun:test";
import { shrink } from "./shorter-steps.ts";
import { simulate } from "./simulate.ts";
import { retold, run } from "./simulation-run.ts";
import { fromJson, toJson } from "./simulation-steps.ts";
import { after, either } from "./stop.ts";
import { CLAIM, makeJudge } from "./testing/strict-judge.ts";

test("a broken promise is found, repeated, and shortened to the necessary steps", async () => {
  const { recording } = await simulate({ seed: 3, commands: 400, judged: false, makeJudge });
  expect(recording?.claim).toBe(CLAIM);
  const short = await shrink(recording!, makeJudge, { budget: 60_000 });
  // A market, a builder, two accounts, their money, two orders, and the disk's part in it.
  expect(short.steps.length).toBeLessThanOrEqual(20);
  const again = fromJson(toJson(short));
  const { violation, steps } = await run(retold(again.steps, again.seed, again.settings), makeJudge);
  expect([violation?.claim, steps.length]).toEqual([CLAIM, short.steps.length]);
});

test("shortening stops after its budget, and its result still fails", async () => {
  const { recording } = await simulate({ seed: 3, commands: 400, judged: false, makeJudge });
  const short = await shrink(recording!, makeJudge, { budget: 500 });
  expect(short.steps.length).toBeLessThan(recording!.steps.length);
  const { violation } = await run(retold(short.steps, short.seed, short.settings), makeJudge);
  expect(violation?.claim).toBe(CLAIM);
});

test("a shortening that is cut off at any step returns a list that still fails", async () => {
  const { recording } = await simulate({ seed: 3, commands: 400, judged: false, makeJudge });
  let requestCount = 0;
  let before = recording!.steps.length;
  for (const most of [0, 150, 1_500]) {
    requestCount = 0;
    const { steps } = await shrink(recording!, makeJudge, { stop: () => requestCount++ >= most });
    // The stop is asked before each step; after it says stop, only a few more questions follow.
    expect(requestCount).toBeLessThan(most + 10);
    expect(steps.length).toBeLessThanOrEqual(before);
    before = steps.length;
    const { violation } = await run(retold(steps, recording!.seed, recording!.settings), makeJudge);
    expect(violation?.claim).toBe(CLAIM);
  }
  expect(before).toBeLessThan(recording!.steps.length);
});

test("a time limit is read from a clock, and of two limits the earlier counts", () => {
  let now = 5;
  const stop = either(
    after(10, () => now),
    after(3, () => now),
  );
  expect(stop()).toBe(false);
  now = 8;
  expect(stop()).toBe(true);
});

test("a recording keeps the numbers that JSON can't represent", () => {
  const prices = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 7];
  const command = { type: "oracle_prices", at: 1, prices: prices.map((price) => ({ price })) } as never;
  const settings = { segmentBytes: 1, snapshotEveryCommands: 1, keepSnapshots: 1, prune: false };
  const recording = { seed: 1, judged: true, settings, claim: "", steps: [{ do: "command", command } as const] };
  expect(fromJson(toJson(recording))).toEqual(recording);
});
