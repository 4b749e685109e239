// Bitget, WebSocket v2, spot: the ticker. It requires the word ping every 30 s, whatever it sends itself.

import { complaint, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { itemsOf, membersOf, millisOf, textOf } from "../frames/members.ts";
import { portionsOf } from "../frames/portions.ts";
import type { Quote } from "../frames/quote.ts";

/** One subscription may have 4,096 bytes. */
const PAIRS_AT_ONCE = 25;

export const bitget: Driver = {
  url: "wss://ws.bitget.com/v2/ws/public",
  // It recommends fewer than 50.
  pairsMax: 49,
  sendsPerSecond: 5,
  connectEveryMs: 1_000,
  keepAlive: { everyMs: 25_000, text: () => "ping" },
  converse: (pairs) => ({
    greeting: () =>
      portionsOf(pairs, PAIRS_AT_ONCE).map((some) =>
        JSON.stringify({
          op: "subscribe",
          args: some.map((instId) => ({ instType: "SPOT", channel: "ticker", instId })),
        }),
      ),
    read,
  }),
};

function read(message: unknown): Reading {
  const { arg, data, event, code, msg } = membersOf(message);
  if (event === "error") return complaint(code, msg);
  return membersOf(arg).channel === "ticker" ? { quotes: itemsOf(data).map(quoteOf) } : NOTHING;
}

function quoteOf(item: unknown): Quote {
  const { instId, bidPr, askPr, lastPr, ts } = membersOf(item);
  return { pair: textOf(instId), bid: bidPr, ask: askPr, last: lastPr, at: millisOf(ts) };
}
