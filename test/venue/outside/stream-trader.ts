// A trader and its private stream, where a test wants no other orders and limits in its way.

import { StreamClient } from "./outside-stream.ts";
import { newTrader, type Trader } from "./trader.ts";
import type { VenueOfFile } from "./venue-of-file.ts";

export interface StreamTrader {
  readonly trader: Trader;
  readonly client: StreamClient;
}

export async function newStreamTrader(venue: VenueOfFile): Promise<StreamTrader> {
  const trader = await newTrader(venue.url, { claims: 10 });
  return { trader, client: await StreamClient.openPrivate(venue, trader) };
}
