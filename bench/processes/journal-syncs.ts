// What the disk did during a measurement, from the venue's own metrics: a venue can't be faster than its disk syncs.

import { numberText } from "../figures/number-text.ts";
import type { Child } from "./child-process.ts";

/** Asks a child for its venue's metrics. */
export const METRICS = "metrics";

export interface Syncs {
  readonly count: number;
  readonly seconds: number;
  readonly commands: number;
}

/** Counted since the venue was started. */
export async function syncsOf(venue: Child<number | string>): Promise<Syncs> {
  const text = String(await venue.ask(METRICS));
  const value = (name: string) => Number(new RegExp(`^evermark_${name} (.+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return {
    count: value("journal_sync_seconds_count"),
    seconds: value("journal_sync_seconds_sum"),
    commands: value("journal_batch_commands_sum"),
  };
}

export function syncNote(before: Syncs, after: Syncs): string {
  const count = after.count - before.count;
  const ms = ((after.seconds - before.seconds) / count) * 1_000;
  return `the journal was synced ${numberText(ms)} ms at a time on average, ${numberText((after.commands - before.commands) / count)} commands each`;
}
