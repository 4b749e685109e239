// A position below its initial margin may still be closed, so a closing order was accepted without margin. A
// reduce-only order beside it was not counted: the two of them, each of the position's size, closed it and opened as
// much on the other side, with less margin than opening requires.
//
// Here all open orders of a side count together, including reduce-only ones, and a resting order is checked again when
// it trades: an order that would open without initial margin is cancelled.

import { expect, test } from "bun:test";
import { DisasterStage } from "./disaster-stage.ts";

/** A long of 10 with 10.6 of margin, between the 8.973 of maintenance and the 14.955 of initial margin. */
async function staged() {
  const stage = await DisasterStage.open([{ price: 150 }]);
  const maker = stage.trader(10_000);
  const holder = stage.trader(16);
  stage.leverage(holder, 100);
  stage.trade(holder, "BUY", maker, 150, 10);
  stage.says(149.55);
  stage.tick();
  expect(stage.margin(holder)).toMatchObject({ totalCollateral: 10_600_000, initialMargin: 14_955_000 });
  return { stage, maker, holder };
}

test("a closing order needs margin when there is also a reduce-only order", async () => {
  const { stage, maker, holder } = await staged();
  expect(stage.limit(holder, "SELL", 149.55, 10, { reduceOnly: true }).status).toBe("NEW");
  expect(stage.limit(holder, "SELL", 149.6, 10).rejection).toMatchObject({ name: "insufficient_margin" });
  expect(stage.take(maker, "BUY", 20)).toMatchObject({ status: "CANCELLED", reason: "MARKET_REMAINDER" });
  expect(stage.position(holder).quantity as number).toBe(0);
  await stage.end();
});

test("resting closing orders can't flip a position without initial margin", async () => {
  const { stage, maker, holder } = await staged();
  const { orderId } = stage.limit(holder, "SELL", 149.6, 10);
  // When its turn comes, it closes no more than the position.
  stage.limit(holder, "SELL", 149.55, 10, { reduceOnly: true });
  expect(stage.take(maker, "BUY", 20)).toMatchObject({ status: "CANCELLED", reason: "MARKET_REMAINDER" });
  expect(stage.position(holder).quantity as number).toBe(0);
  expect(stage.venue.engine.findOrder(orderId)).toBe(undefined);
  expect(stage.counters.of("cancel MARGIN")).toBe(1);
  // 10.6 less 0.03 % of 1,495.5.
  expect(stage.margin(holder).accountValue as number).toBe(10_151_350);
  await stage.end();
});
