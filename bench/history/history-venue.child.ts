// A venue that takes orders and reports the largest lag of its history since the last time it was asked.

import { type BenchVenue, openBenchVenue, type VenueOpening } from "../processes/bench-venue.ts";
import { serveParent } from "../processes/child-process.ts";

const SAMPLE_MS = 5;

let opened: BenchVenue | undefined;
/**
 * When the venue had applied which number of commands, oldest first, beginning with the first position that history may
 * not have yet.
 */
let applied: { readonly at: number; readonly position: number }[] = [];
let sampled = 0;
let lagMax = 0;

serveParent<VenueOpening | "lag">(
  async (message) => {
    if (message !== "lag") {
      opened = await openBenchVenue(message);
      setInterval(() => void sample(), SAMPLE_MS);
      return opened.port;
    }
    const lag = lagMax;
    lagMax = 0;
    return lag;
  },
  async () => opened?.running.stop(),
);

async function sample(): Promise<void> {
  if (opened === undefined) return;
  const { sequencer, metrics } = opened.running.venue;
  const at = performance.now();
  const position = sequencer.appliedPosition;
  // The venue's lag figure is updated when commands are applied.
  if (position === sampled) return;
  sampled = position;
  applied.push({ at, position });
  const behind = (await metrics.history.lagCommands.get()).values[0]?.value ?? 0;
  const projected = position - behind;
  applied = applied.filter((known) => known.position > projected);
  lagMax = Math.max(lagMax, at - (applied[0]?.at ?? at));
}
