// A position built from several orders was larger than a single order may be. Its stop triggered in the fall it was
// meant for, the order for the whole position was refused for its size, and the position was left without protection.
//
// Here the order that closes a whole position may be as large as the position.

import { expect, test } from "bun:test";
import { DisasterStage, ONE } from "./disaster-stage.ts";

test("a closing stop of 240, in a market where an order may have 100, closes all of it", async () => {
  const stage = await DisasterStage.open([{ price: 150, changes: { baseMax: 100 * ONE } }]);
  const maker = stage.trader(1_000_000);
  const holder = stage.trader(20_000);
  for (let order = 0; order < 3; order++) stage.trade(holder, "BUY", maker, 150, 80);
  expect(stage.take(holder, "SELL", 240).rejection).toMatchObject({ name: "quantity_filter" });

  const nothing = { price: 0, quantity: 0, triggerPrice: 0, orderType: "" };
  const leg = { algoType: "STOP_LOSS", side: "SELL", orderType: "CLOSE_POSITION", reduceOnly: true, children: [] };
  const { rejection, algoOrderId } = stage.send({
    ...nothing,
    type: "place_algo_order",
    account: holder,
    market: 0,
    algoType: "POSITIONAL_TP_SL",
    side: "SELL",
    activatedPrice: 0,
    callbackRate: 0,
    callbackValue: 0,
    reduceOnly: true,
    visible: true,
    clientOrderId: "",
    tag: "",
    marginMode: "",
    children: [{ ...nothing, ...leg, triggerPrice: 145 * ONE }],
  } as never);
  expect([rejection, algoOrderId]).toEqual([null, 1]);
  for (const price of [144.4, 144.3, 144.2]) stage.limit(maker, "BUY", price, 100);
  stage.says(144.5);
  stage.tick();
  expect(stage.counters.of("algo rejected")).toBe(0);
  expect(stage.position(holder).quantity as number).toBe(0);
  // 100 at 144.4, 100 at 144.3 and 40 at 144.2, less 0.06 % of the 36,000 of the opening and of the proceeds.
  expect(stage.margin(holder).accountValue as number).toBe(20_000_000_000 - 1_362_000_000 - 21_600_000 - 20_782_800);
  await stage.end();
});
