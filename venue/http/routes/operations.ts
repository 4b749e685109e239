// What an operator's tools ask: whether the venue answers, and whether it takes commands. Open, outside the interface, and
// not in its envelope. Design 7.

import { versions } from "../../operation/reports/versions.ts";
import { feedsInShort } from "../../prices/feeds/feeds-view.ts";
import type { Venue } from "../../venue.ts";

/** What waits to be sent to stream clients, and how much may. */
export interface StreamBacklogs {
  readonly bytes: number;
  readonly maxBytes: number;
}

/** What is answered to a GET, by path. @param backlogs absent where there are no streams */
export function operations(venue: Venue, backlogs?: StreamBacklogs): ReadonlyMap<string, () => Promise<Response>> {
  return new Map([
    ["/health", async () => Response.json(health(venue, backlogs))],
    [
      "/ready",
      async () => Response.json(readiness(venue), { status: venue.readiness.status === "unready" ? 503 : 200 }),
    ],
  ]);
}

/** The process lives: a venue with a full disk says so here too, but starting it anew would not make room. */
function health(venue: Venue, backlogs: StreamBacklogs | undefined) {
  const { configuration, clock, engine, sequencer } = venue;
  return {
    ...readiness(venue),
    mode: configuration.mode,
    // A sandbox says it of itself.
    ...(configuration.mode === "production" && configuration.chain.isOneKey && { one_key: true }),
    time: clock.now(),
    markets: engine.marketCount,
    position: sequencer.appliedPosition,
    ...(venue.feeds && { prices: feedsInShort(venue.feeds) }),
    ...(backlogs && { streams: { backlog_bytes: backlogs.bytes, backlog_bytes_max: backlogs.maxBytes } }),
    versions,
  };
}

function readiness({ readiness }: Venue) {
  return { status: readiness.status, reasons: readiness.reasons() };
}
