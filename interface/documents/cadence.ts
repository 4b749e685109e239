// Describes in words when the frames of a topic are sent.

import type { Cadence, TopicRow } from "../streams/topics.ts";

export function paceOf(cadence: Cadence): string {
  if (cadence.kind === "events") return "with each event";
  const period = cadence.ms >= 1_000 ? "second" : `${cadence.ms} ms`;
  return cadence.kind === "every" ? `every ${period}` : `on a change, at most once every ${period}`;
}

/** The pace, and whether a new subscriber gets the current value at once. */
export function cadenceOf({ cadence, startsWithCurrent }: TopicRow): string {
  return `${paceOf(cadence)}${startsWithCurrent ? ", and the current value at once" : ""}`;
}
