// Three servers of one venue, as on three nodes: each counts the requests that it receives itself, and those that it passes on
// are counted for all nodes where commands are sequenced.

import { expect, test } from "bun:test";
import type { CountedRequest, Done, Sequencer, Unstamped } from "@evermark/core";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { type OrderBody, orders } from "@evermark/interface/trading/orders.ts";
import { memoryApi, serverOf } from "../../testing/memory-api.ts";
import { MEMORY_VENUE_START } from "../../testing/memory-venue.ts";
import { call, newTrader } from "../../testing/rest-caller.ts";
import { RateLimits } from "./rate-limits.ts";
import { SharedLimits } from "./shared-limits.ts";

const FACTOR = 0.1;
const ORDERS_MAX = orders.placeOrder.limit.count * FACTOR;
const CANCELS_MAX = orders.cancelOrders.limit.count;
const SERVERS = 3;

async function setup() {
  const memory = memoryApi();
  const { venue } = memory;
  const clock = { now: MEMORY_VENUE_START };
  const shared = new SharedLimits(FACTOR, () => clock.now);
  let taken = 0;
  const waits = new WeakMap<CountedRequest, number>();
  const waitOf = (request: CountedRequest) => {
    const counts = request.counts();
    const waitMs = waits.get(request) ?? (counts === null ? 0 : shared.take(counts));
    waits.set(request, waitMs);
    return waitMs;
  };
  const submit = (command: Unstamped, done: Done, request?: CountedRequest) => {
    const retryAfterMs = request === undefined ? 0 : waitOf(request);
    if (retryAfterMs > 0) return done({ unavailable: "over the limit; nothing happened", retryAfterMs });
    taken++;
    venue.sequencer.submit(command, done);
  };
  const sequencer = { ...venue.sequencer, submit } as Sequencer;
  const servers = Array.from({ length: SERVERS }, () => {
    const limits = new RateLimits(FACTOR, undefined, () => clock.now);
    return serverOf(memory, { limits, parts: { sequencer } });
  });
  const { sign } = await newTrader(memory.api, { now: venue.clock.now() });
  let requests = 0;
  const send = async (server: number, { method, path }: EndpointRow, body?: unknown) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const now = venue.clock.now() + requests++;
    const headers = await sign({ method, path, now, body: text });
    return call(servers[server % SERVERS]!, method, path, { headers, ...(text !== "" && { body: text }) });
  };
  return { send, clock, taken: () => taken };
}

const order: OrderBody = {
  ...{ symbol: "PERP_BTC_USDC", side: "BUY", order_type: "LIMIT", order_price: 50_000, order_quantity: 0.001 },
};
const overLimit = { success: false, code: -1003, message: "rate limit exceeded", timestamp: MEMORY_VENUE_START };

test("requests to several servers fit as often as requests to one, and are then refused in the same way", async () => {
  const { send, clock } = await setup();
  for (let sent = 0; sent < CANCELS_MAX; sent++) expect((await send(sent, orders.cancelOrders)).status).toBe(200);
  clock.now += 300;
  const refused = await send(CANCELS_MAX, orders.cancelOrders);
  expect([refused.status, refused.json]).toEqual([429, overLimit]);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    "retry-after": "1",
    "x-ratelimit-limit": String(CANCELS_MAX),
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(MEMORY_VENUE_START + 1_000),
  });
  clock.now += 700;
  expect((await send(0, orders.cancelOrders)).status).toBe(200);
});

test("a batch counts each of its orders, and over the limit none of them is placed", async () => {
  const { send, taken } = await setup();
  const batch = { orders: Array.from({ length: ORDERS_MAX - 1 }, () => order) };
  expect((await send(0, orders.placeBatch, batch)).status).toBe(200);
  const refused = await send(1, orders.placeBatch, { orders: [order, order] });
  expect([refused.status, refused.json]).toEqual([429, overLimit]);
  expect(taken()).toBe(ORDERS_MAX - 1);
  expect((await send(1, orders.placeOrder, order)).status).not.toBe(429);
  expect((await send(2, orders.placeOrder, order)).status).toBe(429);
});
