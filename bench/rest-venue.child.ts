// The venue that signed orders are sent to.

import { type BenchVenue, openBenchVenue, type VenueOpening } from "./bench-venue.ts";
import { serveParent } from "./child-process.ts";

let opened: BenchVenue | undefined;

serveParent<VenueOpening>(
  async (opening) => {
    opened = await openBenchVenue(opening);
    return opened.port;
  },
  async () => opened?.running.stop(),
);
