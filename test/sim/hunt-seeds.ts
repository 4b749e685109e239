// One worker of a hunt: simulates seed after seed until the time is over, and says what it finds at once, one line of
// JSON each. A failure is told before anything is tried with it; only the first of a kind is made shorter, within a limit
// of time. At the end of the hunt's time a world and a shortening under way are cut off, and what there is is told.

import type { Counts } from "../workload/counters.ts";
import type { MakeJudge } from "./command-judge.ts";
import { shrink } from "./shorter-steps.ts";
import { simulate } from "./simulate.ts";
import { type Recording, toJson } from "./simulation-steps.ts";
import { either, type Stop } from "./stop.ts";

/** What a worker has to say of one seed, in this order. */
export type WorkerLine = Finished | Failed | Shortened;

interface Finished {
  readonly type: "finished";
  readonly seed: number;
  readonly counts: Counts;
  readonly simulatedMs: number;
}

/** The recording is the whole of it, as JSON. */
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
  /** From one seed of this worker to its next. */
  readonly stride: number;
  readonly commands: number;
  readonly judged: boolean;
  readonly makeJudge: MakeJudge;
  /** The end of the hunt. */
  readonly over: Stop;
  /** The end of one shortening, from its beginning. */
  readonly shrinkLimit: () => Stop;
  readonly say: (line: WorkerLine) => Promise<void>;
}

export async function work(task: WorkerTask): Promise<void> {
  const { firstSeed, stride, commands, judged, makeJudge, over, say } = task;
  const claims = new Set<string>();
  for (let seed = firstSeed; !over(); seed += stride) {
    const found = await simulate({ seed, commands, judged, makeJudge, stop: over });
    const { counts, simulatedMs, violation, recording } = found;
    await say({ type: "finished", seed, counts, simulatedMs });
    if (violation === undefined || recording === undefined) continue;
    const { claim, detail } = violation;
    await say({ type: "failed", seed, claim, detail, step: found.steps.length, recording: toJson(recording) });
    if (!claims.has(claim)) await shorten(recording, task);
    claims.add(claim);
  }
}

async function shorten(recording: Recording, { makeJudge, over, shrinkLimit, say }: WorkerTask): Promise<void> {
  const { seed, claim } = recording;
  const short = await shrink(recording, makeJudge, { stop: either(shrinkLimit(), over) });
  await say({ type: "shortened", seed, claim, steps: short.steps.length, recording: toJson(short) });
}
