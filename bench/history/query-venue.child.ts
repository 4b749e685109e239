// A venue whose history is filled by another process while the venue is stopped. It reports where it listens, and the
// numbers of its accounts.

import { type BenchVenue, openBenchVenue, type VenueOpening } from "../processes/bench-venue.ts";
import { serveParent } from "../processes/child-process.ts";

export interface QueryVenueOpened {
  readonly port: number;
  /** The numbers of the accounts that were opened with it. */
  readonly numbers: readonly number[];
  /** Venue time in milliseconds. */
  readonly now: number;
}

let opened: BenchVenue | undefined;

serveParent<VenueOpening>(
  async (opening): Promise<QueryVenueOpened> => {
    opened = await openBenchVenue(opening);
    const { port, accounts: numbers, running } = opened;
    return { port, numbers, now: running.venue.clock.now() };
  },
  async () => opened?.running.stop(),
);
