// A list of steps that fails, made shorter: parts are left out, large ones first, as long as what is left fails for the
// same reason. How much is tried is counted in steps, so that the result is the same on every machine; whoever has no
// time to wait for it brings a stop, and gets what was found until then.

import type { MakeJudge } from "./command-judge.ts";
import { retold, run } from "./simulation-run.ts";
import type { Recording, Step } from "./simulation-steps.ts";
import { never, type Stop } from "./stop.ts";

/** Steps played again at most. */
const SHRINK_STEPS = 600_000;

interface ShrinkLimits {
  /** Steps played again at most. */
  readonly budget?: number;
  /** Asked before every step that is played. */
  readonly stop?: Stop;
}

/** @returns a recording that fails for the same reason, with no more steps */
export async function shrink(
  recording: Recording,
  makeJudge: MakeJudge,
  { budget = SHRINK_STEPS, stop = never }: ShrinkLimits = {},
): Promise<Recording> {
  const { seed, settings, claim } = recording;
  let left = budget;
  const enough = () => left <= 0 || stop();
  /** What is left of a list up to where it fails, if it fails as before. */
  const stillFails = async (steps: readonly Step[]): Promise<readonly Step[] | undefined> => {
    left -= steps.length;
    const { violation, steps: taken } = await run(retold(steps, seed, settings), makeJudge, stop);
    return violation?.claim === claim ? taken : undefined;
  };
  let steps = recording.steps;
  let size = Math.ceil(steps.length / 2);
  while (size >= 1 && !enough()) {
    const before = steps.length;
    for (let start = steps.length - size; start > -size && !enough(); start -= size) {
      const without = [...steps.slice(0, Math.max(0, start)), ...steps.slice(start + size)];
      steps = (await stillFails(without)) ?? steps;
    }
    // Once nothing single can go, nothing more is tried.
    if (size > 1) size = Math.floor(size / 2);
    else if (steps.length === before) break;
  }
  return { ...recording, steps };
}
