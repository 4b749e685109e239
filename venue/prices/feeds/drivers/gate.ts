// Gate, spot, WebSocket v4: the ticker. An unknown pair makes a whole subscription fail, so each pair has its own.

import { complaint, type Driver, NOTHING, type Reading } from "../frames/driver.ts";
import { membersOf, millisOf, textOf } from "../frames/members.ts";

export const gate: Driver = {
  url: "wss://api.gateio.ws/ws/v4/",
  pairsMax: 100,
  sendsPerSecond: 10,
  connectEveryMs: 1_000,
  keepAlive: { everyMs: 15_000, text: (now) => JSON.stringify({ time: secondsOf(now), channel: "spot.ping" }) },
  converse: (pairs) => ({
    greeting: (now) => pairs.map((pair) => subscription(pair, now)),
    read,
  }),
};

function subscription(pair: string, now: number): string {
  return JSON.stringify({ time: secondsOf(now), channel: "spot.tickers", event: "subscribe", payload: [pair] });
}

function secondsOf(now: number): number {
  return Math.floor(now / 1_000);
}

function read(message: unknown): Reading {
  const { channel, event, error, result, time_ms } = membersOf(message);
  if (typeof error === "object" && error !== null) return complaint(membersOf(error).code, membersOf(error).message);
  if (channel !== "spot.tickers" || event !== "update") return NOTHING;
  const { currency_pair, highest_bid, lowest_ask, last } = membersOf(result);
  return {
    quotes: [{ pair: textOf(currency_pair), bid: highest_bid, ask: lowest_ask, last, at: millisOf(time_ms) }],
  };
}
