// Plays the past of a new sandbox, if its configuration asks for one.

import { hasPast, playPast } from "../sandbox/past/past.ts";
import type { StartContext } from "./start-context.ts";
import type { SingleCore } from "./venue-core.ts";

/** Called before any other command is submitted. */
export async function playDaysBefore(
  { configuration, log }: StartContext,
  { engine, sequencer, clock }: SingleCore,
): Promise<void> {
  if (engine.commandCount > 0 || !hasPast(configuration)) return;
  const startedAt = performance.now();
  const commands = await playPast(sequencer, configuration, clock.lastTick);
  const ms = Math.round(performance.now() - startedAt);
  log.info(
    { days: configuration.pastDays, commands, ms },
    "new sandbox: demo traders have traded through its past days",
  );
}
