// Kraken, WebSocket v2: the ticker with each change of the best prices, which are JSON numbers. A heartbeat every second.

import { complaint, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { itemsOf, membersOf, millisOf, textOf } from "../frames/members.ts";
import type { Quote } from "../frames/quote.ts";

export const kraken: Driver = {
  url: "wss://ws.kraken.com/v2",
  pairsMax: 100,
  sendsPerSecond: 5,
  // It allows about 150 in 10 minutes.
  connectEveryMs: 5_000,
  keepAlive: { everyMs: 30_000, text: () => JSON.stringify({ method: "ping" }) },
  converse: (pairs) => ({
    greeting: () => [
      JSON.stringify({ method: "subscribe", params: { channel: "ticker", symbol: pairs, event_trigger: "bbo" } }),
    ],
    read,
  }),
};

function read(message: unknown): Reading {
  const { channel, data, method, success, error } = membersOf(message);
  if (channel === "ticker") return { quotes: itemsOf(data).map(quoteOf) };
  if (channel === "status") return readStatus(itemsOf(data)[0]);
  return method === "subscribe" && success === false ? complaint(error) : NOTHING;
}

function quoteOf(item: unknown): Quote {
  const { symbol, bid, ask, last, timestamp } = membersOf(item);
  return { pair: textOf(symbol), bid, ask, last, at: millisOf(timestamp) };
}

/** The status is online, maintenance, cancel_only, limit_only or post_only. */
function readStatus(item: unknown): Reading {
  const { system } = membersOf(item);
  return system === "online" || system === undefined ? NOTHING : complaint("status", system);
}
