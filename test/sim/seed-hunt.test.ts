// A hunt's output when worlds fail: at once, with everything needed to repeat the failure, and then shortened.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { type WorkerLine, work } from "./hunt-seeds.ts";
import { HuntTally } from "./hunt-tally.ts";
import { retold, run } from "./simulation-run.ts";
import { fromJson, type Recording } from "./simulation-steps.ts";
import { never, type Stop } from "./stop.ts";
import { CLAIM, makeJudge } from "./testing/strict-judge.ts";

const HUNT = { firstSeed: 3, stride: 1, commands: 400, judged: false, makeJudge };

/** Runs a hunt with one worker until it is over. @returns its output, and how many worlds failed */
async function huntIn(directory: string, over: (lines: readonly WorkerLine[]) => boolean, shrinkLimit: () => Stop) {
  const said: string[] = [];
  const lines: WorkerLine[] = [];
  const tally = new HuntTally((text) => said.push(text), directory);
  const send = async (line: WorkerLine) => {
    lines.push(line);
    await tally.add(line);
  };
  await work({ ...HUNT, over: () => over(lines), shrinkLimit, send });
  return { said, failures: tally.failures };
}

async function recordingIn(directory: string, name: string): Promise<Recording> {
  return fromJson(await Bun.file(join(directory, name)).text());
}

test("a failure is printed with its whole recording before it is shortened, and the hunt's end cuts the shortening off", async () => {
  using temporary = temporaryDirectory();
  let requestCount = 0;
  const over = (lines: readonly WorkerLine[]) => lines.some(({ type }) => type === "failed") && requestCount++ > 700;
  const { said, failures } = await huntIn(temporary.path, over, () => never);
  expect(failures).toBe(1);
  const [found, short, ...others] = said;
  expect(others).toEqual([]);
  expect(found).toStartWith("seed 3 failed at step ");
  expect(found).toContain(`claim: ${CLAIM}`);
  expect(found).toContain(`again: npm run sim -- --replay ${join(temporary.path, "sim-3.json")}`);
  expect(short).toStartWith("seed 3, the shortest list of steps found (");
  expect(short).toContain(`again: npm run sim -- --replay ${join(temporary.path, "sim-3-short.json")}`);
  const whole = await recordingIn(temporary.path, "sim-3.json");
  const shortened = await recordingIn(temporary.path, "sim-3-short.json");
  expect(found).toContain(`failed at step ${whole.steps.length}`);
  expect(shortened.steps.length).toBeLessThan(whole.steps.length);
  // Cut off long before it was done: fewer than twenty steps are enough to fail.
  expect(shortened.steps.length).toBeGreaterThan(20);
  for (const { seed, settings, steps } of [whole, shortened]) {
    const { violation } = await run(retold(steps, seed, settings), makeJudge);
    expect(violation?.claim).toBe(CLAIM);
  }
});

test("failures of one kind are printed in full once, and a shortening ends at its own limit", async () => {
  using temporary = temporaryDirectory();
  const over = (lines: readonly WorkerLine[]) => lines.filter(({ type }) => type === "failed").length === 3;
  const { said, failures } = await huntIn(temporary.path, over, () => () => true);
  expect(failures).toBe(3);
  expect(said).toHaveLength(4);
  const whole = await recordingIn(temporary.path, "sim-3.json");
  expect(await recordingIn(temporary.path, "sim-3-short.json")).toEqual(whole);
  expect(said.slice(2)).toEqual(said.slice(2).map((text) => text.replace(/: .*/, `: ${CLAIM}`)));
  expect(said[2]).toMatch(/^seed \d+ failed for the same reason as an earlier one: /);
});

test("a running world ends when the hunt is over, and what it reached is printed", async () => {
  let requestCount = 0;
  const lines: WorkerLine[] = [];
  const send = async (line: WorkerLine) => {
    lines.push(line);
  };
  await work({ ...HUNT, commands: 1_000_000, over: () => requestCount++ > 40, shrinkLimit: () => never, send });
  expect(lines).toMatchObject([{ type: "finished", seed: 3 }]);
});
