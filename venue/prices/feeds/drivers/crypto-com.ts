// Crypto.com Exchange, v1: the ticker. Its heartbeat has to be answered within 5 s, with the heartbeat's own id.

import { complaint, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { itemsOf, membersOf, millisOf, textOf } from "../frames/members.ts";
import type { Quote } from "../frames/quote.ts";

export const cryptoCom: Driver = {
  url: "wss://stream.crypto.com/exchange/v1/market",
  pairsMax: 100,
  sendsPerSecond: 10,
  connectEveryMs: 1_000,
  converse: (pairs) => ({
    greeting: (now) => [
      JSON.stringify({
        id: 1,
        method: "subscribe",
        params: { channels: pairs.map((pair) => `ticker.${pair}`) },
        nonce: now,
      }),
    ],
    read,
  }),
};

function read(message: unknown): Reading {
  const { id, method, code, message: words, result } = membersOf(message);
  if (method === "public/heartbeat") return { send: [JSON.stringify({ id, method: "public/respond-heartbeat" })] };
  if (typeof code === "number" && code !== 0) return complaint(code, words);
  const { channel, instrument_name, data } = membersOf(result);
  if (channel !== "ticker") return NOTHING;
  return { quotes: itemsOf(data).map((item) => quoteOf(item, textOf(instrument_name))) };
}

function quoteOf(item: unknown, pair: string): Quote {
  const { b, k, a, t } = membersOf(item);
  return { pair, bid: b, ask: k, last: a, at: millisOf(t) };
}
