// Binance, spot: the ticker of each pair once a second, which has bid, ask, last and a time. The stream of best prices
// has no time.

import { complaint, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { membersOf, millisOf, textOf } from "../frames/members.ts";

export const binance: Driver = {
  url: "wss://stream.binance.com:9443/ws",
  pairsMax: 200,
  // Of the 5 incoming messages it allows, which include ping and pong frames.
  sendsPerSecond: 3,
  connectEveryMs: 2_000,
  converse: (pairs) => ({
    greeting: () => [
      JSON.stringify({ method: "SUBSCRIBE", params: pairs.map((pair) => `${pair.toLowerCase()}@ticker`), id: 1 }),
    ],
    read,
  }),
};

function read(message: unknown): Reading {
  const { e, E, s, b, a, c, error, code, msg } = membersOf(message);
  if (e === "24hrTicker") return { quotes: [{ pair: textOf(s), bid: b, ask: a, last: c, at: millisOf(E) }] };
  if (e === "serverShutdown") return { renew: "the server is about to shut down" };
  if (error !== undefined) return complaint(membersOf(error).code, membersOf(error).msg);
  return code === undefined ? NOTHING : complaint(code, msg);
}
