// A position that had been built in several orders was larger than one order may be. Its stop fired in the fall that it
// was there for, the order of the whole position was refused for its size, and the position stayed without protection.
//
// Here the order that closes a whole position is as large as the position.

import { expect, test } from "bun:test";
import { ONE, Stage } from "./disaster-stage.ts";

test("a closing stop of 240 in a market of 100 an order closes all of it", async () => {
  const stage = await Stage.open([{ price: 150, changes: { baseMax: 100 * ONE } }]);
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
  // 100 at 144.4, 100 at 144.3 and 40 at 144.2, less 0.06 % of 36,000 and of what that makes.
  expect(stage.margin(holder).accountValue as number).toBe(20_000_000_000 - 1_362_000_000 - 21_600_000 - 20_782_800);
  await stage.end();
});
