// Coinbase Exchange: a ticker with each trade, and a heartbeat every second. A pair in USDC may repeat the one in USD;
// only the latter gives a price in dollars.

import { complaint, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { membersOf, millisOf, textOf } from "../frames/members.ts";

export const coinbase: Driver = {
  url: "wss://ws-feed.exchange.coinbase.com",
  pairsMax: 50,
  sendsPerSecond: 5,
  connectEveryMs: 1_000,
  converse: (pairs) => ({
    greeting: () => [JSON.stringify({ type: "subscribe", product_ids: pairs, channels: ["ticker", "heartbeat"] })],
    read,
  }),
};

function read(message: unknown): Reading {
  const { type, product_id, best_bid, best_ask, price, time, message: words, reason } = membersOf(message);
  if (type === "error") return complaint(words, reason);
  if (type !== "ticker") return NOTHING;
  return { quotes: [{ pair: textOf(product_id), bid: best_bid, ask: best_ask, last: price, at: millisOf(time) }] };
}
