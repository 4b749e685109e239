// The venue that receives signed orders.

import { type BenchVenue, openBenchVenue, type VenueOpening } from "../processes/bench-venue.ts";
import { serveParent } from "../processes/child-process.ts";
import { METRICS } from "../processes/journal-syncs.ts";
import { MEMORY, settledMemory } from "../processes/memory-use.ts";

let opened: BenchVenue | undefined;

serveParent<VenueOpening | typeof MEMORY | typeof METRICS>(
  async (message) => {
    if (message === METRICS) return opened?.running.venue.metrics.text();
    if (message === MEMORY) return settledMemory();
    opened = await openBenchVenue(message);
    return opened.port;
  },
  async () => opened?.running.stop(),
);
