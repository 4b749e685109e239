// What the disk did meanwhile, from a venue's own metrics: a venue can be no faster than its disk syncs.

import { numberText } from "./number-text.ts";

export interface Syncs {
  readonly count: number;
  readonly seconds: number;
  readonly commands: number;
}

/** Since the venue was started. */
export async function syncsOf(port: number): Promise<Syncs> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
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
