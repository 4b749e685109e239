// The last 24 hours of one account, for the figures that positions and account show of them.

import { DAY_MS } from "../../statistics/candles.ts";
import { AccountDay } from "../../statistics/day-result.ts";
import type { Venue } from "../../venue.ts";

/** How often history is asked at most, while the account keeps trading. */
const ATTEMPTS_MAX = 3;

/** Sees everything that was applied before the call, and is to be read before anything else is waited for. */
export async function lastDayOf(venue: Venue, account: number): Promise<AccountDay> {
  for (let attempt = 1; ; attempt += 1) {
    const since = venue.clock.now() - DAY_MS;
    const { lastSeq } = venue.engine.account(account);
    const fills = await venue.history.fillSumsSince(account, since, venue.sequencer.appliedPosition);
    // A fill that came meanwhile is in the position, and may be missing in the sums: its size would be taken for one that
    // was held all day. Who trades without a pause gets an answer nevertheless.
    const isQuiet = venue.engine.account(account).lastSeq === lastSeq;
    if (isQuiet || attempt === ATTEMPTS_MAX) return new AccountDay(venue, account, fills);
  }
}
