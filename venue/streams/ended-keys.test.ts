// Once a stream's key is removed, or may no longer be used from its address, no order is accepted over the stream, even
// before the patrol closes it. Streams 2.

import { afterEach, expect, test } from "bun:test";
import { privateUrl, signedQuery, TestStreamClient } from "./testing/stream-client.ts";
import { ETH, type StreamVenue, startStreamVenue } from "./testing/stream-venue.ts";

let house: StreamVenue | undefined;
afterEach(() => house?.stop());

const order = { symbol: ETH, side: "BUY", order_type: "LIMIT", order_price: 2_700, order_quantity: 0.01 };

test.each([
  ["removed", "api key error"],
  ["closed to its address", "ip is not allowed"],
])("a key that was %s can no longer place orders over its stream", async (change, message) => {
  house = startStreamVenue({ limits: { patrolMs: 3_600_000 } });
  const trader = await house.trader();
  const query = await signedQuery(trader, house.clock.now());
  const client = await TestStreamClient.open(privateUrl(house.base, trader.accountId, query));
  const place = () => client.ask({ event: "request", params: { type: "order.place", ...order } });
  expect(await place()).toMatchObject({ success: true });
  const { account, key } = trader;
  if (change === "removed") house.apply({ type: "remove_key", account, key });
  else house.apply({ type: "restrict_key", account, key, addresses: "192.0.2.1" });
  expect(await place()).toMatchObject({ success: false, code: -1002, errorMsg: message });
  expect(house.engine.openOrders(account, -1)).toHaveLength(1);
});
