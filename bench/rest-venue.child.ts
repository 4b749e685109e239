// The venue that signed orders are sent to.

import { type BenchVenue, openBenchVenue, type VenueOpening } from "./bench-venue.ts";
import { serveParent } from "./child-process.ts";
import { MEMORY, settledMemory } from "./memory-use.ts";

let opened: BenchVenue | undefined;

serveParent<VenueOpening | typeof MEMORY>(
  async (message) => {
    if (message === MEMORY) return settledMemory();
    opened = await openBenchVenue(message);
    return opened.port;
  },
  async () => opened?.running.stop(),
);
