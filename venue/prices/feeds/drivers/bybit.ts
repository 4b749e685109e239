// Bybit, WebSocket v5, spot: the ticker, which has neither bid nor ask. One subscription may have ten topics at most.

import { complaint, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { membersOf, millisOf, textOf } from "../frames/members.ts";
import { portionsOf } from "../frames/portions.ts";

const TOPICS_AT_ONCE = 10;

export const bybit: Driver = {
  url: "wss://stream.bybit.com/v5/public/spot",
  pairsMax: 100,
  sendsPerSecond: 5,
  // It allows 500 in 5 minutes.
  connectEveryMs: 1_000,
  keepAlive: { everyMs: 20_000, text: () => JSON.stringify({ op: "ping" }) },
  converse: (pairs) => ({
    greeting: () =>
      portionsOf(pairs, TOPICS_AT_ONCE).map((some) =>
        JSON.stringify({ op: "subscribe", args: some.map((pair) => `tickers.${pair}`) }),
      ),
    read,
  }),
};

function read(message: unknown): Reading {
  const { topic, ts, data, success, ret_msg } = membersOf(message);
  if (success === false) return complaint(ret_msg);
  if (!textOf(topic).startsWith("tickers.")) return NOTHING;
  const { symbol, lastPrice } = membersOf(data);
  return { quotes: [{ pair: textOf(symbol), last: lastPrice, at: millisOf(ts) }] };
}
