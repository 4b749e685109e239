// The venue that signed orders are sent to.

import { type BenchVenue, openBenchVenue, type VenueOpening } from "./bench-venue.ts";
import { serveParent } from "./child-process.ts";
import { METRICS } from "./journal-syncs.ts";
import { MEMORY, settledMemory } from "./memory-use.ts";

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
