// One worker of a hunt: simulates seed after seed until the time is over, and reports its findings at once, one line of
// JSON each. A failure is reported before it is shortened; only the first of each kind is shortened, within a time
// limit. At the end of the hunt's time a running world and a running shortening are cut off, and what there is is
// reported.

import type { Counts } from "../workload/counters.ts";
import type { MakeJudge } from "./command-judge.ts";
import { shrink } from "./shorter-steps.ts";
import { simulate } from "./simulate.ts";
import { type Recording, toJson } from "./simulation-steps.ts";
import { either, type Stop } from "./stop.ts";

/** A worker's reports about one seed, in this order. */
export type WorkerLine = Finished | Failed | Shortened;

interface Finished {
  readonly type: "finished";
  readonly seed: number;
  readonly counts: Counts;
  readonly simulatedMs: number;
}

/** A failure with its whole recording, as JSON. */
interface Failed {
  readonly type: "failed";
  readonly seed: number;
  readonly claim: string;
  readonly detail: string;
  readonly step: number;
  readonly recording: string;
}

interface Shortened {
  readonly type: "shortened";
  readonly seed: number;
  readonly claim: string;
  readonly steps: number;
  readonly recording: string;
}

interface WorkerTask {
  readonly firstSeed: number;
  /** The difference between consecutive seeds of this worker. */
  readonly stride: number;
  readonly commands: number;
  readonly judged: boolean;
  readonly makeJudge: MakeJudge;
  /** True once the hunt is over. */
  readonly over: Stop;
  /** Starts the time limit of one shortening. */
  readonly shrinkLimit: () => Stop;
  readonly send: (line: WorkerLine) => Promise<void>;
}

export async function work(task: WorkerTask): Promise<void> {
  const { firstSeed, stride, commands, judged, makeJudge, over, send } = task;
  const claims = new Set<string>();
  for (let seed = firstSeed; !over(); seed += stride) {
    const found = await simulate({ seed, commands, judged, makeJudge, stop: over });
    const { counts, simulatedMs, violation, recording } = found;
    await send({ type: "finished", seed, counts, simulatedMs });
    if (violation === undefined || recording === undefined) continue;
    const { claim, detail } = violation;
    await send({ type: "failed", seed, claim, detail, step: found.steps.length, recording: toJson(recording) });
    if (!claims.has(claim)) await shorten(recording, task);
    claims.add(claim);
  }
}

async function shorten(recording: Recording, { makeJudge, over, shrinkLimit, send }: WorkerTask): Promise<void> {
  const { seed, claim } = recording;
  const short = await shrink(recording, makeJudge, { stop: either(shrinkLimit(), over) });
  await send({ type: "shortened", seed, claim, steps: short.steps.length, recording: toJson(short) });
}
