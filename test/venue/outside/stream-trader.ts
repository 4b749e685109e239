// A trader with a private stream, for tests that no other orders and limits may disturb.

import { OutsideStream } from "./outside-stream.ts";
import { newTrader, type Trader } from "./trader.ts";
import type { VenueOfFile } from "./venue-of-file.ts";

export interface StreamTrader {
  readonly trader: Trader;
  readonly client: OutsideStream;
}

export async function newStreamTrader(venue: VenueOfFile): Promise<StreamTrader> {
  const trader = await newTrader(venue.url, { claims: 10 });
  return { trader, client: await OutsideStream.openPrivate(venue, trader) };
}
