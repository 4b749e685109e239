// What happens to a venue apart from damage to its files, and what all these ordeals need: a copy of a life's
// directory, and clients who make acknowledged changes during the ordeal.

import type { Random } from "@evermark/journal/testing/seeded-random.ts";
import { VenueProcess } from "../witness/venue-process.ts";
import { act, type Deed } from "./answered-clients.ts";
import { goneFrom, listing } from "./directory.ts";
import type { Scene } from "./file-damages.ts";
import type { Life } from "./life.ts";
import { judgeRefusal, type Outcome, PromiseViolation, within } from "./start-outcome.ts";

/** A venue that has neither started nor exited within this time hangs. */
export const ANSWER_MS = 60_000;
export const DEEDS = 12;

export interface Stage {
  readonly life: Life;
  /** A copy of the directory that the life left, which may be damaged. */
  readonly directory: string;
  readonly scene: Scene;
  readonly random: Random;
}

/** @returns a description of what was done, and its outcome */
export type DamageCase = (stage: Stage) => Promise<{ readonly change: string; readonly outcome: Outcome }>;

/** Starts a venue that may fail to start, and stops it if it does start. @throws {PromiseViolation} */
export async function startOnce(life: Life, directory: string): Promise<Outcome> {
  const before = listing(directory);
  await using venue = new VenueProcess(life.start(directory));
  const url = await within(ANSWER_MS, venue.ready, "the venue neither started nor exited");
  if (url === undefined) return judgeRefusal(await venue.ended, venue, goneFrom(before, listing(directory)));
  await venue.kill();
  return { name: "whole", detail: "" };
}

/** @throws {PromiseViolation} unless a second venue on the directory is refused */
export async function refusedBeside(life: Life, directory: string): Promise<void> {
  await using second = new VenueProcess(life.start(directory));
  const url = await within(ANSWER_MS, second.ready, "the second venue neither started nor exited");
  if (url !== undefined) throw new PromiseViolation("a second venue has started on the same directory");
  judgeRefusal(await second.ended, second, []);
}

/** @throws {PromiseViolation} */
export async function ready(venue: VenueProcess): Promise<string> {
  const url = await within(ANSWER_MS, venue.ready, "the venue neither started nor exited");
  if (url === undefined) throw new PromiseViolation(`an undamaged venue did not start: ${venue.messages.join(" ")}`);
  return url;
}

export async function doDeeds({ trader }: Life, url: string, count = DEEDS): Promise<Deed[]> {
  const deeds = await Promise.all(Array.from({ length: count }, () => act(url, trader)));
  return deeds.filter((deed) => deed !== undefined);
}

export function worse(first: Outcome, second: Outcome): Outcome {
  return second.name === "whole" ? first : second;
}
