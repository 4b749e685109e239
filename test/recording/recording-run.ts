// One run of the recording, from an empty venue to the examples of every endpoint and topic.

import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { startVenue } from "../venue/outside/whole-venue.ts";
import { type Recorded, Recording } from "./exchange-recording.ts";
import { Stage } from "./recording-stage.ts";
import { playStory } from "./story.ts";

/** Ten seconds before a funding, on a Monday. */
const BEGINS_AT = Date.UTC(2026, 0, 5, 15, 59, 50);
/** Two markets show as much as thirteen would. */
const MARKETS = 2;
/** With a factory, each account has its own address for deposits by transfer. */
const FACTORY = `0x${"fa".repeat(20)}`;

/** @throws {Error} with advice if an endpoint has no example */
export async function record(): Promise<Recorded> {
  const markets = sandboxConfiguration("").markets.slice(0, MARKETS);
  const clocks = { wall: () => BEGINS_AT, steady: () => 0, asleep: () => 0 };
  const venue = await startVenue({ markets, clocks, receivers: { factory: FACTORY, tokens: [] } });
  try {
    const recording = new Recording(venue.url);
    await playStory(new Stage(venue, recording, BEGINS_AT));
    if (venue.errors.length > 0) throw new Error(`the venue logged errors: ${venue.errors.join()}`);
    venue.audit();
    return recording.recorded();
  } finally {
    await venue.stop();
  }
}
