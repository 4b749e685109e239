// A client that lost the answer to a placement sent it again, as it should. Meanwhile the market had halted, and the
// repetition was refused like a new order: the client assumed that its order had never been placed, and placed it
// elsewhere as well.
//
// Here a repeated placement gets its first answer before anything else is checked, whatever has happened to the market,
// the venue or the account since.

import { expect, test } from "bun:test";
import { DisasterStage } from "./disaster-stage.ts";

async function staged() {
  const stage = await DisasterStage.open([{ price: 150 }]);
  const maker = stage.trader(100_000);
  const client = stage.trader(160);
  stage.leverage(client, 20);
  const taken = () => stage.limit(client, "BUY", 150, 10, { clientOrderId: "taken" });
  const resting = () => stage.limit(client, "BUY", 140, 1, { clientOrderId: "resting", inBatch: true });
  const stop = () => stage.send(stopOf(client));
  stage.limit(maker, "SELL", 150, 10);
  const first = [taken(), resting(), stop()];
  expect(first.map(({ rejection, replayed }) => [rejection, replayed])).toEqual(Array(3).fill([null, false]));
  /** Expects every repeated placement to get its first answer. */
  const expectRepeated = () => {
    for (const [number, again] of [taken(), resting(), stop()].entries()) {
      const { orderId, status, algoOrderId } = first[number]!;
      expect(again).toMatchObject({ rejection: null, replayed: true, orderId, status, algoOrderId });
    }
    expect(stage.counters.of("trades")).toBe(1);
  };
  return { stage, maker, client, expectRepeated };
}

function stopOf(account: number): never {
  const nothing = { price: 0, activatedPrice: 0, callbackRate: 0, callbackValue: 0, tag: "", marginMode: "" };
  const terms = { side: "SELL", orderType: "MARKET", quantity: 100_000_000, triggerPrice: 13_000_000_000 };
  const rest = { reduceOnly: false, visible: true, clientOrderId: "stop", children: [] };
  return { type: "place_algo_order", account, market: 0, algoType: "STOP", ...nothing, ...terms, ...rest } as never;
}

test("in a halted market", async () => {
  const { stage, client, expectRepeated } = await staged();
  stage.says("silent");
  stage.tick(22);
  expect(stage.market().state).toBe("HALTED");
  expectRepeated();
  // A different order with the same client id is refused for the halt, like any other.
  const other = stage.limit(client, "BUY", 140, 2, { clientOrderId: "taken" });
  expect(other.rejection).toMatchObject({ name: "refused" });
  await stage.end();
});

test("during maintenance", async () => {
  const { stage, expectRepeated } = await staged();
  const { now } = stage.venue.engine;
  const window = { startAt: now + 1_000, endAt: now + 61_000, message: "" };
  stage.accepted({ type: "schedule_maintenance", ...window } as never);
  stage.tick(2);
  expect(stage.venue.engine.venue().maintenance.phase).toBe("running");
  expectRepeated();
  await stage.end();
});

test("while the account is in liquidation", async () => {
  const { stage, client, expectRepeated } = await staged();
  stage.topUp(1_000);
  stage.says(134.8);
  stage.tick();
  expect(stage.isLiquidating(client)).toBe(true);
  expectRepeated();
  expect(stage.limit(client, "BUY", 134, 1).rejection).toMatchObject({ name: "refused" });
  await stage.end();
});
