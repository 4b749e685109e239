// Describes in words when the frames of a topic are sent.

import type { Cadence, TopicRow } from "../streams/topics.ts";

export function paceOf(cadence: Cadence): string {
  if (cadence.kind === "events") return "with each event";
  const period = periodOf(cadence.ms);
  return cadence.kind === "every" ? `every ${period}` : `on a change, at most once every ${period}`;
}

/** The words after "every". */
function periodOf(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms === 60_000) return "minute";
  return ms === 1_000 ? "second" : `${ms / 1_000} seconds`;
}

/** The pace, and whether a new subscriber gets the current value at once. */
export function cadenceOf({ cadence, startsWithCurrent }: TopicRow): string {
  return `${paceOf(cadence)}${startsWithCurrent ? ", and the current value right after subscribing" : ""}`;
}
