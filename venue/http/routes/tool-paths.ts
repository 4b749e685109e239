// The paths for an operator's tools: whether the venue answers, and whether it takes commands. They are public, outside the
// interface, and without its envelope. Design 7.

import { versions } from "../../operation/reports/versions.ts";
import { feedsInShort } from "../../prices/feeds/feeds-view.ts";
import type { Venue } from "../../venue.ts";

/** How much waits to be sent to stream clients, and the limit. */
export interface StreamBacklogs {
  readonly bytes: number;
  readonly maxBytes: number;
}

/** The answers to GET, by path. @param backlogs absent where there are no streams */
export function operations(venue: Venue, backlogs?: StreamBacklogs): ReadonlyMap<string, () => Promise<Response>> {
  return new Map([
    ["/health", async () => Response.json(health(venue, backlogs))],
    [
      "/ready",
      async () => Response.json(readiness(venue), { status: venue.readiness.status === "unready" ? 503 : 200 }),
    ],
  ]);
}

/** The process is alive. A venue with a full disk is reported here too, but with 200: a restart would not free any space. */
function health(venue: Venue, backlogs: StreamBacklogs | undefined) {
  const { configuration, clock, engine, sequencer } = venue;
  return {
    ...readiness(venue),
    mode: configuration.mode,
    // In a sandbox, the mode already says so.
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
