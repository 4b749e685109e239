// A venue under its operator's own brand: headers and stream parameters carry the brand, and the client library
// follows.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Client, onboard } from "@evermark/client";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

let venue: OutsideVenue;
let client: Client;
beforeAll(async () => {
  venue = await startVenue({ brand: "acme" });
  ({ client } = await onboard({ baseUrl: venue.url, brokerId: "demo", brand: "acme" }));
});
afterAll(async () => {
  client.close();
  await venue.stop();
});

test("orders, their reports and repeated placements work under the venue's brand", async () => {
  const reported = Promise.withResolvers<number>();
  await client.streams.private.subscribe("executionreport", ({ orderId }) => reported.resolve(orderId)).ready;
  const { mark_price } = await client.marketData.getMarket({ symbol: "PERP_ETH_USDC" });
  const order = {
    symbol: "PERP_ETH_USDC",
    side: "BUY",
    order_type: "LIMIT",
    order_price: Math.floor(mark_price * 0.9),
    order_quantity: 1,
    client_order_id: "once",
  } as const;
  const { order_id } = await client.orders.placeOrder(order);
  expect(await reported.promise).toBe(order_id);
  expect((await client.orders.placeOrder(order)).order_id).toBe(order_id);
});

test("the interface's neutral names are unknown to it", async () => {
  const answer = await fetch(`${venue.url}/v1/client/info`, { headers: { "SVC-Account-Id": "0x" } });
  expect([answer.status, (await answer.json()).message]).toEqual([401, "missing header ACME-Account-Id"]);
});
