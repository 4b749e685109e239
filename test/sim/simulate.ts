// One seed, from its world to a recording of what failed.

import { Counters, type Counts } from "../workload/counters.ts";
import { EngineJudge, type MakeJudge } from "./command-judge.ts";
import { faultsInto } from "./oracle.ts";
import { type Outcome, run } from "./simulation-run.ts";
import type { Recording } from "./simulation-steps.ts";
import type { Stop } from "./stop.ts";
import { SimulatedWorld } from "./world.ts";

interface Simulation extends Outcome {
  readonly counts: Counts;
  /** The recording, if the run failed. */
  readonly recording: Recording | undefined;
}

interface SimulationOptions {
  readonly seed: number;
  readonly commands: number;
  /** Whether the world uses only what the model knows, so that the model can judge it. */
  readonly judged: boolean;
  readonly makeJudge: MakeJudge;
  readonly stop?: Stop;
}

export const withoutModel: MakeJudge = (engine) => new EngineJudge(engine);

export async function simulate(options: SimulationOptions): Promise<Simulation> {
  const { seed, commands, judged, makeJudge, stop } = options;
  const faults = new Counters();
  const world = new SimulatedWorld(seed, commands, judged, faultsInto(faults));
  const outcome = await run(world, makeJudge, stop);
  const { violation, steps } = outcome;
  const recording = violation && { seed, judged, settings: world.settings, claim: violation.claim, steps };
  return { ...outcome, counts: { ...outcome.counts, ...faults.all() }, recording };
}
