// What an operator's tools ask: whether the venue answers, and what it measures. Open, outside the interface, and not
// in its envelope. Design 7.

import type { Venue } from "../../venue.ts";

export function operations(venue: Venue): ReadonlyMap<string, () => Promise<Response>> {
  return new Map([
    ["GET /health", async () => Response.json(health(venue))],
    ["GET /metrics", () => exposition(venue)],
  ]);
}

function health({ configuration, clock, engine, sequencer }: Venue) {
  return {
    status: "ok",
    mode: configuration.mode,
    time: clock.now(),
    markets: engine.marketCount,
    position: sequencer.appliedPosition,
  };
}

async function exposition({ metrics }: Venue): Promise<Response> {
  return new Response(await metrics.text(), { headers: { "Content-Type": metrics.contentType } });
}
