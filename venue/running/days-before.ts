// The part that gives a venue that is new its past, where it has one.

import { hasPast, playPast } from "../sandbox/past/past.ts";
import type { Ground } from "./ground.ts";
import type { LoneLedger } from "./ledger.ts";

/** Before anything else is a command. */
export async function playDaysBefore(
  { configuration, log }: Ground,
  { engine, sequencer, clock }: LoneLedger,
): Promise<void> {
  if (engine.commandCount > 0 || !hasPast(configuration)) return;
  const startedAt = performance.now();
  const commands = await playPast(sequencer, configuration, clock.lastTick);
  const ms = Math.round(performance.now() - startedAt);
  log.info({ days: configuration.pastDays, commands, ms }, "a new sandbox: its demo traders have traded for days");
}
