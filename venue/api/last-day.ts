// The last 24 hours of one account, for the figures that positions and account show of them.

import type { Venue } from "../venue.ts";
import { LastDay } from "./present-margin.ts";

const DAY_MS = 86_400_000;

/** Sees everything that was applied before the call. */
export async function lastDayOf(venue: Venue, account: number): Promise<LastDay> {
  const since = venue.clock.now() - DAY_MS;
  return new LastDay(await venue.history.feesAndPnlSince(account, since, venue.sequencer.appliedPosition));
}
