// An account may have two hundred orders resting on a market. The limit was checked for every placement, so that a
// trader with a full ladder could not sell his position at the market while the price fell: each cancel first cost the
// time of a round trip.
//
// Here only an order of a type that can rest is refused for it.

import { expect, test } from "bun:test";
import { DisasterStage, ONE } from "./disaster-stage.ts";

test("two hundred resting orders do not prevent closing a position", async () => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  const maker = stage.trader(100_000);
  const trader = stage.trader(100_000);
  stage.trade(trader, "BUY", maker, 150, 10);
  for (let order = 0; order < 200; order++) {
    expect(stage.limit(trader, "BUY", 120 + order * 0.01, 0.1).status).toBe("NEW");
  }
  stage.limit(maker, "BUY", 149, 100);
  stage.limit(maker, "SELL", 151, 100);
  const full = { name: "refused", detail: { open_orders: 200 } };
  expect(stage.limit(trader, "BUY", 119, 0.1).rejection).toMatchObject(full);
  for (const orderType of ["LIMIT", "POST_ONLY"]) {
    expect(stage.limit(trader, "SELL", 152, 1, { orderType }).rejection).toMatchObject(full);
  }
  for (const orderType of ["ASK", "BID"]) {
    expect(stage.take(trader, "SELL", 1, { orderType, level: 0 }).rejection).toMatchObject(full);
  }
  // A limit order that would trade completely is refused all the same: its type can rest.
  expect(stage.limit(trader, "SELL", 149, 1).rejection).toMatchObject(full);

  expect(stage.take(trader, "SELL", 4).status).toBe("FILLED");
  expect(stage.limit(trader, "SELL", 149, 3, { orderType: "IOC" }).status).toBe("FILLED");
  expect(stage.limit(trader, "SELL", 149, 2, { orderType: "FOK" }).status).toBe("FILLED");
  expect(stage.take(trader, "SELL", 1, { reduceOnly: true }).status).toBe("FILLED");
  expect(stage.position(trader).quantity as number).toBe(0);
  expect(stage.venue.engine.openOrders(stage.venue.numbers[trader]!, 0)).toHaveLength(200);
  expect(stage.limit(trader, "SELL", 149, 0.1, { price: 149 * ONE }).rejection).toMatchObject(full);
  await stage.end();
});
