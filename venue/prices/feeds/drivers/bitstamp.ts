// Bitstamp, WebSocket v2: it has no ticker, so the best prices come from the order book, and the last one from the
// trades. It asks for a new connection before it ends one.

import { complaint, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { itemsOf, membersOf, millisOf, textOf } from "../frames/members.ts";

const BOOK = "order_book_";
const TRADES = "live_trades_";

export const bitstamp: Driver = {
  url: "wss://ws.bitstamp.net",
  pairsMax: 50,
  sendsPerSecond: 10,
  connectEveryMs: 1_000,
  keepAlive: { everyMs: 15_000, text: () => JSON.stringify({ event: "bts:heartbeat" }) },
  converse(pairs) {
    const lastTrades = new Map<string, unknown>();
    return {
      greeting: () =>
        pairs
          .flatMap((pair) => [`${TRADES}${pair}`, `${BOOK}${pair}`])
          .map((channel) => JSON.stringify({ event: "bts:subscribe", data: { channel } })),
      read: (message) => read(message, pairs, lastTrades),
    };
  },
};

function read(message: unknown, pairs: readonly string[], lastTrades: Map<string, unknown>): Reading {
  const { event, channel, data } = membersOf(message);
  if (event === "bts:request_reconnect") return { renew: "it asks for a new connection" };
  if (event === "bts:error") return complaint(membersOf(data).code, membersOf(data).message);
  const name = textOf(channel);
  if (event === "trade" && name.startsWith(TRADES)) {
    const pair = name.slice(TRADES.length);
    if (pairs.includes(pair)) lastTrades.set(pair, membersOf(data).price_str ?? membersOf(data).price);
    return NOTHING;
  }
  if (event !== "data" || !name.startsWith(BOOK)) return NOTHING;
  const pair = name.slice(BOOK.length);
  const { bids, asks, microtimestamp } = membersOf(data);
  // An empty side is reported as 0: a one-sided book is worth nothing, whatever the last trade was.
  const [bid = 0, ask = 0] = [bids, asks].map((side) => itemsOf(itemsOf(side)[0])[0]);
  return { quotes: [{ pair, bid, ask, last: lastTrades.get(pair), at: millisOf(microtimestamp) }] };
}
