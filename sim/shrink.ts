// A list of steps that fails, made shorter: parts are left out, large ones first, as long as what is left fails for the
// same reason. How much is tried is counted in steps, not in time, so that the result is the same on every machine.

import type { MakeJudge } from "./judge.ts";
import { retold, run } from "./run.ts";
import type { Recording, Step } from "./steps.ts";

/** Steps played again at most. */
const SHRINK_STEPS = 600_000;

export async function shrink(recording: Recording, makeJudge: MakeJudge, budget = SHRINK_STEPS): Promise<Recording> {
  const { seed, segmentBytes, claim } = recording;
  let left = budget;
  /** What is left of a list up to where it fails, if it fails as before. */
  const stillFails = async (steps: readonly Step[]): Promise<readonly Step[] | undefined> => {
    left -= steps.length;
    const { violation, steps: taken } = await run(retold(steps, seed, segmentBytes), makeJudge);
    return violation?.claim === claim ? taken : undefined;
  };
  let steps = recording.steps;
  let size = Math.ceil(steps.length / 2);
  while (size >= 1 && left > 0) {
    const before = steps.length;
    for (let start = steps.length - size; start > -size && left > 0; start -= size) {
      const without = [...steps.slice(0, Math.max(0, start)), ...steps.slice(start + size)];
      steps = (await stillFails(without)) ?? steps;
    }
    // Once nothing single can go, nothing more is tried.
    if (size > 1) size = Math.floor(size / 2);
    else if (steps.length === before) break;
  }
  return { ...recording, steps };
}
