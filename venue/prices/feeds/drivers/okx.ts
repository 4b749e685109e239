// OKX, WebSocket v5: the ticker with each trade or change of the best prices. After 30 s without messages it expects the
// word ping, or it closes the connection. It gives notice 30 s before an upgrade ends the connection.

import { complaint, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { itemsOf, membersOf, millisOf, textOf } from "../frames/members.ts";
import type { Quote } from "../frames/quote.ts";

const SERVICE_UPGRADE = "64008";

export const okx: Driver = {
  url: "wss://ws.okx.com:8443/ws/v5/public",
  pairsMax: 100,
  sendsPerSecond: 2,
  connectEveryMs: 1_000,
  keepAlive: { everyMs: 20_000, text: () => "ping" },
  converse: (pairs) => ({
    greeting: () => [
      JSON.stringify({ op: "subscribe", args: pairs.map((instId) => ({ channel: "tickers", instId })) }),
    ],
    read,
  }),
};

function read(message: unknown): Reading {
  const { arg, data, event, code, msg } = membersOf(message);
  if (event === "error") return complaint(code, msg);
  if (event === "notice") return code === SERVICE_UPGRADE ? { renew: "a service upgrade" } : complaint(code, msg);
  return membersOf(arg).channel === "tickers" ? { quotes: itemsOf(data).map(quoteOf) } : NOTHING;
}

function quoteOf(item: unknown): Quote {
  const { instId, bidPx, askPx, last, ts } = membersOf(item);
  return { pair: textOf(instId), bid: bidPx, ask: askPx, last, at: millisOf(ts) };
}
