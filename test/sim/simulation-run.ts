// One simulation, from its first step to the final check that replaying the journal leads to the same state.

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

/** The source of steps: drawn one by one while looking at the venue, or read from a recording. */
export interface Story {
  readonly seed: number;
  readonly settings: CoreSettings;
  /** The next step, or undefined at the end. */
  next(venue: SimulatedVenue): Step | undefined;
}

export interface Outcome {
  /** All steps that were begun; a violation showed in the last one. */
  readonly steps: readonly Step[];
  readonly counts: Counts;
  readonly simulatedMs: number;
  /** The hash of the final state; "" after a violation. */
  readonly hash: string;
  readonly violation: Violation | undefined;
}

/**
 * @param stop ends the story early, as if it had no more steps; the commands so far are still checked against the
 * journal
 */
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

/** A story that repeats a list of steps. */
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

/** Loses power once more and replays the journal: what was answered has survived. @returns the state's hash */
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
