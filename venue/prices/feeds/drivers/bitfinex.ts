// Bitfinex, WebSocket v2: the ticker, a list of numbers on a channel whose id is assigned on subscription. It has no time
// of its own, and a heartbeat every 15 s.

import { complaint, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { membersOf, textOf } from "../frames/members.ts";

const RECONNECT = 20_051;
const MAINTENANCE_BEGINS = 20_060;
const MAINTENANCE_ENDED = 20_061;

export const bitfinex: Driver = {
  url: "wss://api-pub.bitfinex.com/ws/2",
  // The limit of channels on one connection.
  pairsMax: 25,
  sendsPerSecond: 5,
  // It allows 20 a minute.
  connectEveryMs: 4_000,
  keepAlive: { everyMs: 15_000, text: (now) => JSON.stringify({ event: "ping", cid: now % 1_000_000_000 }) },
  converse(pairs) {
    const channels = new Map<unknown, string>();
    return {
      greeting: () => pairs.map((symbol) => JSON.stringify({ event: "subscribe", channel: "ticker", symbol })),
      read: (message) => (Array.isArray(message) ? readUpdate(message, channels) : readEvent(message, pairs, channels)),
    };
  },
};

function readUpdate([channel, update]: readonly unknown[], channels: ReadonlyMap<unknown, string>): Reading {
  const pair = channels.get(channel);
  if (pair === undefined || !Array.isArray(update)) return NOTHING;
  const [bid, , ask, , , , last] = update as readonly unknown[];
  return { quotes: [{ pair, bid, ask, last, at: null }] };
}

function readEvent(message: unknown, pairs: readonly string[], channels: Map<unknown, string>): Reading {
  const { event, code, msg, chanId, symbol } = membersOf(message);
  if (event === "subscribed" && pairs.includes(textOf(symbol))) channels.set(chanId, textOf(symbol));
  if (event === "error") return complaint(code, msg);
  if (event !== "info") return NOTHING;
  if (code === RECONNECT || code === MAINTENANCE_ENDED) return { renew: "it asks for a new connection" };
  return code === MAINTENANCE_BEGINS ? complaint(code, "maintenance") : NOTHING;
}
