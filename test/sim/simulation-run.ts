// One simulation from its first step to the proof at its end that the journal tells the same story again.

import type { CoreSettings } from "@evermark/core";
import { Counters, type Counts } from "../workload/counters.ts";
import type { MakeJudge } from "./command-judge.ts";
import { cutTheEnd } from "./cuts.ts";
import { flipOneBit } from "./flips.ts";
import { checkReplay } from "./replay.ts";
import { SimulatedVenue } from "./simulated-venue.ts";
import type { Step } from "./simulation-steps.ts";
import { never, type Stop } from "./stop.ts";
import { asViolation, type Violation } from "./violation.ts";

/** Where steps come from: drawn one by one while looking at the venue, or from a recording. */
export interface Story {
  readonly seed: number;
  readonly settings: CoreSettings;
  /** The next step, or undefined at the end. */
  next(venue: SimulatedVenue): Step | undefined;
}

export interface Outcome {
  /** All that were begun; the last one is where a violation showed. */
  readonly steps: readonly Step[];
  readonly counts: Counts;
  readonly simulatedMs: number;
  /** Of the state at the end; "" after a violation. */
  readonly hash: string;
  readonly violation: Violation | undefined;
}

/** @param stop ends the story early, as if it had no more steps: what was taken is still held against its journal */
export async function run(story: Story, makeJudge: MakeJudge, stop: Stop = never): Promise<Outcome> {
  const counters = new Counters();
  const steps: Step[] = [];
  let venue: SimulatedVenue | undefined;
  try {
    venue = await SimulatedVenue.open({ seed: story.seed, settings: story.settings, counters, makeJudge });
    for (let step = story.next(venue); step !== undefined && !stop(); step = story.next(venue)) {
      steps.push(step);
      await take(venue, step, counters);
    }
    const hash = await end(venue);
    return { steps, counts: counters.all(), simulatedMs: lengthOf(steps), hash, violation: undefined };
  } catch (error) {
    const violation = asViolation(error);
    return { steps, counts: counters.all(), simulatedMs: lengthOf(steps), hash: "", violation };
  }
}

/** The story of a list of steps. */
export function retold(steps: readonly Step[], seed: number, settings: CoreSettings): Story {
  let at = 0;
  return { seed, settings, next: () => steps[at++] };
}

async function take(venue: SimulatedVenue, step: Step, counters: Counters): Promise<void> {
  switch (step.do) {
    case "command":
      return venue.append(step.command);
    case "write":
      return venue.write();
    case "sync":
      venue.sync();
      return venue.background();
    case "restart":
      counters.add("restarts");
      return venue.restart();
    case "crash":
      counters.add(`crash: ${step.how}`);
      return venue.crash(step.how);
    case "cut stop":
      counters.add("crash: power during the stop");
      return venue.cutStop(step.syncs);
    case "fail":
      counters.add(`fault: ${step.operation} fails`);
      return venue.fail(step.operation, step.code);
    case "full":
      counters.add("fault: full disk");
      return venue.full(step.spare);
    case "room":
      return venue.room();
    case "flip":
      if (venue.healthy) counters.add(`fault: flipped bit ${await flipOneBit(venue, step.at, step.bit)}`);
      return;
    case "cut":
      if (venue.healthy) counters.add(`fault: end of the journal ${await cutTheEnd(venue, step.at)}`);
      return;
  }
}

/** What was answered survives one more loss of power, and is repeated from its beginning. @returns the state's hash */
async function end(venue: SimulatedVenue): Promise<string> {
  await venue.crash("power");
  const hash = venue.engine.stateHash();
  checkReplay(venue.disk, venue.applied, hash);
  return hash;
}

function lengthOf(steps: readonly Step[]): number {
  const times = steps.flatMap((step) => (step.do === "command" ? [step.command.at] : []));
  return times.length === 0 ? 0 : times[times.length - 1]! - times[0]!;
}
