// What an operator's tools ask: whether the venue answers, and whether it takes commands. Open, outside the interface, and
// not in its envelope. Design 7.

import type { Venue } from "../../venue.ts";
import { versions } from "../../versions.ts";

export function operations(venue: Venue): ReadonlyMap<string, () => Promise<Response>> {
  return new Map([
    ["GET /health", async () => Response.json(health(venue))],
    [
      "GET /ready",
      async () => Response.json(readiness(venue), { status: venue.readiness.status === "unready" ? 503 : 200 }),
    ],
  ]);
}

/** The process lives: a venue with a full disk says so here too, but starting it anew would not make room. */
function health(venue: Venue) {
  const { configuration, clock, engine, sequencer } = venue;
  return {
    ...readiness(venue),
    mode: configuration.mode,
    time: clock.now(),
    markets: engine.marketCount,
    position: sequencer.appliedPosition,
    versions,
  };
}

function readiness({ readiness }: Venue) {
  return { status: readiness.status, reasons: readiness.reasons() };
}
