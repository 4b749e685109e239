// Shortens a failing list of steps: parts are left out, large ones first, as long as the rest fails for the same
// reason. The effort is limited by a number of steps, so that the result is the same on every machine; a caller in a
// hurry passes a stop, and gets the shortest list found until then.

import type { MakeJudge } from "./command-judge.ts";
import { retold, run } from "./simulation-run.ts";
import type { Recording, Step } from "./simulation-steps.ts";
import { never, type Stop } from "./stop.ts";

/** The default budget. */
const SHRINK_STEPS = 600_000;

interface ShrinkLimits {
  /** How many steps are replayed at most. */
  readonly budget?: number;
  /** Asked before every replayed step. */
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
  /** The steps up to the failure, if the list fails for the same reason. */
  const stillFails = async (steps: readonly Step[]): Promise<readonly Step[] | undefined> => {
    left -= steps.length;
    const { violation, steps: played } = await run(retold(steps, seed, settings), makeJudge, stop);
    return violation?.claim === claim ? played : undefined;
  };
  let steps = recording.steps;
  let size = Math.ceil(steps.length / 2);
  while (size >= 1 && !enough()) {
    const before = steps.length;
    for (let start = steps.length - size; start > -size && !enough(); start -= size) {
      const without = [...steps.slice(0, Math.max(0, start)), ...steps.slice(start + size)];
      steps = (await stillFails(without)) ?? steps;
    }
    // When no single step can be left out, the list can't get shorter.
    if (size > 1) size = Math.floor(size / 2);
    else if (steps.length === before) break;
  }
  return { ...recording, steps };
}
