// The engine against the model over random histories: answers, reports, every view, money and books after each command.
// A failure prints the seed, the shortest list of steps, and the commands that they became.

import { test } from "bun:test";
import { patient, settingsFor } from "@evermark/engine/testing/property-runs.ts";
import fc from "fast-check";
import { FOCUSES } from "./focuses.ts";
import { anyHistory, playBoth } from "./workload-play.ts";

/** The number of histories for each focus, and their largest number of steps. */
const RUNS: Readonly<Record<keyof typeof FOCUSES, readonly [runs: number, steps: number]>> = {
  orders: [25, 80],
  isolated: [20, 80],
  cover: [20, 80],
  crumbs: [12, 60],
  failures: [20, 60],
  belief: [10, 50],
  money: [20, 70],
  vaults: [8, 40],
  everything: [12, 60],
};

test.each(Object.keys(FOCUSES) as (keyof typeof FOCUSES)[])(
  "in random histories the engine does as the model does: %s",
  (name) => {
    const [runs, steps] = RUNS[name];
    fc.assert(
      fc.property(anyHistory(steps), (history) => playBoth(FOCUSES[name], history)),
      settingsFor(runs),
    );
  },
  patient,
);
