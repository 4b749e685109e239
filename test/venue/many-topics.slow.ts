// How many topics one connection may have, from outside: slow, because the limit on frames lets only some fifty a second
// subscribe. Streams 3.

import { expect, test } from "bun:test";
import { call } from "./outside/outside-caller.ts";
import { type Frame, OutsideStream } from "./outside/outside-stream.ts";
import { accepted, newTrader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();

test("a connection may have three hundred topics", async () => {
  const trader = await newTrader(venue.url, { claims: 0 });
  const client = await OutsideStream.openPublic(venue, trader.accountId);
  const brokers = ["demo", "second", "third", "fourth"];
  for (const brokerId of brokers.slice(1)) await newTrader(venue.url, { brokerId, claims: 0 });
  const { rows } = accepted(await call(`${venue.url}/v1/public/info`)).data;
  const intervals = ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1M", "1mon"];
  const kinds = ["orderbook", "orderbookupdate", "trade", "bbo", "ticker", "markprice", "indexprice"];
  const suffixes = [...kinds, ...intervals.map((interval) => `kline_${interval}`)];
  const topics = rows!.flatMap(({ symbol }) => [
    ...suffixes.map((suffix) => `${symbol}@${suffix}`),
    ...brokers.map((broker) => `${broker}$${symbol}@ticker`),
    `${String(symbol).replace("PERP", "SPOT")}@indexprice`,
  ]);
  const within = topics.slice(0, 298);
  for (const topic of [...within, "bbos", "tickers"]) await patiently(client, { event: "subscribe", topic });

  const more = await patiently(client, { event: "subscribe", topic: "markprices" });
  expect(more.errorMsg).toBe("too many subscriptions");
  // A topic that is subscribed already takes no further place; unsubscribing frees one.
  expect((await patiently(client, { event: "subscribe", topic: "bbos" })).success).toBe(true);
  expect((await patiently(client, { event: "unsubscribe", topic: "bbos" })).success).toBe(true);
  expect((await patiently(client, { event: "subscribe", topic: "markprices" })).success).toBe(true);
  client.close();
});

let asked = performance.now();
/** Sends a frame no faster than the limit on frames allows. */
async function patiently(client: OutsideStream, frame: Readonly<Record<string, unknown>>): Promise<Frame> {
  asked = Math.max(asked + 22, performance.now() - 150 * 20);
  if (asked > performance.now()) await Bun.sleep(asked - performance.now());
  return client.ask(frame);
}
