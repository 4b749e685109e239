// In the crashes of March 2020 and October 2025 prices failed to arrive exactly when they mattered: sources were
// overloaded, and venues went on with the last price they had, or came back and liquidated at it.
//
// Here a market without a live source halts: no orders, no liquidation, no funding, cancels only. When sources return
// at a far lower price it waits until they have agreed for half a minute, and then everything that is due happens once,
// at the new price.

import { expect, test } from "bun:test";
import { DisasterStage } from "./disaster-stage.ts";

test("all sources fall silent in a crash and return ten minutes later, a quarter lower", async () => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  stage.topUp(1_000);
  const maker = stage.trader(100_000);
  const careful = stage.trader(3_000);
  const daring = stage.trader(160);
  stage.trade(careful, "BUY", maker, 150, 10);
  stage.leverage(daring, 20);
  stage.trade(daring, "BUY", maker, 150, 10);
  const { orderId } = stage.limit(maker, "BUY", 149, 5);
  stage.tick(2);
  stage.says("silent");
  stage.tick(25);
  expect(stage.market()).toMatchObject({ state: "HALTED", stateReason: "STALE_INDEX" });
  expect(stage.take(daring, "SELL", 5).rejection?.name).toBe("refused");
  stage.tick(575);
  expect(stage.isLiquidating(daring)).toBe(false);
  expect(stage.position(daring).quantity as number).toBe(1_000);
  stage.accepted({ type: "cancel_all_orders", account: maker, market: 0 });
  expect(stage.venue.engine.findOrder(orderId)).toBe(undefined);

  stage.says(112);
  stage.tick(28);
  expect(stage.market()).toMatchObject({ state: "HALTED", stateReason: "INDEX_JUMP" });
  expect(stage.mark()).toBe(150);
  stage.tick(5);
  expect(stage.market()).toMatchObject({ state: "ACTIVE", stateReason: "FRESH_AGAIN" });
  expect(stage.mark()).toBe(112);
  // The risky account lost more than it had; the careful one keeps its position.
  expect(stage.position(daring).quantity as number).toBe(0);
  expect(stage.position(careful).quantity as number).toBe(1_000);
  expect(stage.fund.collateral).toBeGreaterThan(0);
  await stage.end();
});
