// KuCoin, spot: a token and an address have to be requested first; the answer says how often it wants a ping.
// Subscriptions are accepted only after its welcome message. The time in its ticker is that of the last trade, so the
// quote has no time.

import { complaint, type Driver, type Endpoint, NOTHING, type Reading } from "../frames/driver.ts";
import { itemsOf, membersOf, textOf } from "../frames/members.ts";
import { portionsOf } from "../frames/portions.ts";

const TOPIC = "/market/ticker:";
/** One subscription may name 100 topics. */
const PAIRS_AT_ONCE = 100;

export const kucoin: Driver = {
  url: "https://api.kucoin.com",
  pairsMax: 200,
  // It allows 100 in 10 s.
  sendsPerSecond: 5,
  // It allows 30 a minute.
  connectEveryMs: 4_000,
  keepAlive: { everyMs: 18_000, text: (now) => JSON.stringify({ id: String(now), type: "ping" }) },
  ticket: { path: "/api/v1/bullet-public", read: readTicket },
  converse: (pairs) => ({
    greeting: () => [],
    read: (message) => read(message, pairs),
  }),
};

function readTicket(answer: unknown): Endpoint | undefined {
  const { token, instanceServers } = membersOf(membersOf(answer).data);
  const { endpoint, pingInterval } = membersOf(itemsOf(instanceServers)[0]);
  if (typeof token !== "string" || typeof endpoint !== "string" || !URL.canParse(endpoint)) return undefined;
  const url = `${endpoint}?token=${encodeURIComponent(token)}&connectId=${crypto.randomUUID()}`;
  return typeof pingInterval === "number" && pingInterval > 0 ? { url, pingEveryMs: pingInterval } : { url };
}

function read(message: unknown, pairs: readonly string[]): Reading {
  const { type, topic, data, code } = membersOf(message);
  if (type === "welcome") return { send: portionsOf(pairs, PAIRS_AT_ONCE).map(subscription) };
  if (type === "error") return complaint(code, data);
  if (type !== "message" || !textOf(topic).startsWith(TOPIC)) return NOTHING;
  const { bestBid, bestAsk, price } = membersOf(data);
  const pair = textOf(topic).slice(TOPIC.length);
  return { quotes: [{ pair, bid: bestBid, ask: bestAsk, last: price, at: null }] };
}

function subscription(pairs: readonly string[], portion: number): string {
  const topic = `${TOPIC}${pairs.join(",")}`;
  return JSON.stringify({ id: String(portion + 1), type: "subscribe", topic, privateChannel: false, response: true });
}
