// Two wallets of one owner: the first, at the highest leverage, sells its position to the second three per cent below
// the mark. Closing orders needed no margin, so the first ended without a position and in debt, the second withdrew the
// money, and no account was left to pay the debt.
//
// Here every execution is checked just before it happens. A position may be closed at a price worse than the mark as
// long as the rest of the account covers it: maintenance margin for the remaining position, and nothing below zero when
// the last of it is closed. An order that fails the check is cancelled, whichever side it is on.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

/** A long of 10 at 150 with 15.1 left of 16: ten cents above its initial margin. */
async function staged() {
  const stage = await DisasterStage.open([{ price: 150 }]);
  stage.topUp(1_000);
  const maker = stage.trader(10_000);
  const loser = stage.trader(16);
  const winner = stage.trader(1_000);
  stage.leverage(loser, 100);
  stage.trade(loser, "BUY", maker, 150, 10);
  return { stage, loser, winner };
}

const MARGIN = { status: "CANCELLED", reason: "MARGIN" };

test("a wallet can't lose more to its owner's other wallet than it has", async () => {
  const { stage, loser, winner } = await staged();
  expect(stage.margin(loser).totalCollateral as number).toBe(15_100_000);
  stage.limit(winner, "BUY", 145.5, 10);
  // 45 worse than the mark and 0.873 of fees, against 15.1.
  expect(stage.take(loser, "SELL", 10)).toMatchObject(MARGIN);
  expect(stage.limit(loser, "SELL", 145.5, 10)).toMatchObject(MARGIN);
  expect(stage.limit(loser, "SELL", 145.5, 10, { orderType: "IOC" })).toMatchObject(MARGIN);
  expect(stage.limit(loser, "SELL", 145.5, 10, { orderType: "FOK" })).toMatchObject({ status: "CANCELLED" });
  expect(stage.take(loser, "SELL", 10, { reduceOnly: true })).toMatchObject(MARGIN);
  expect(stage.market().bestBid * 0.001).toBe(145.5);

  // The same the other way round: the loser's order rests, and the other wallet takes it.
  stage.cancelAll(winner);
  const { orderId } = stage.limit(loser, "SELL", 145.5, 10);
  expect(stage.limit(winner, "BUY", 145.5, 10).status).toBe("NEW");
  expect(stage.venue.engine.findOrder(orderId)).toBe(undefined);
  expect(stage.counters.of("cancel MARGIN")).toBe(5);
  expect(stage.position(loser).quantity as number).toBe(1_000);

  // At 148.58 there are 0.00852 left after everything is paid. One tick lower, 0.001474 would be missing.
  stage.limit(winner, "BUY", 148.579, 10);
  expect(stage.take(loser, "SELL", 10)).toMatchObject(MARGIN);
  stage.limit(winner, "BUY", 148.58, 10);
  expect(stage.take(loser, "SELL", 10)).toMatchObject({ status: "FILLED" });
  expect(stage.margin(loser).totalCollateral as number).toBe(8_520);
  expect(stage.counters.of("trades")).toBe(2);
  expect(stage.fund.collateral as number).toBe(1_000 * USDC);
  await stage.end();
});

test("part of a position may be closed worse than the mark as long as the rest keeps its maintenance margin", async () => {
  const { stage, loser, winner } = await staged();
  stage.limit(winner, "BUY", 145.5, 10);
  // 4.5873 of 15.1 for one of ten: the rest is above the 8.1 that nine need.
  expect(stage.take(loser, "SELL", 1)).toMatchObject({ status: "FILLED" });
  expect(stage.margin(loser).totalCollateral as number).toBe(10_512_700);
  // The next would leave 5.9254 where eight need 7.2, and less margin for each of them than before.
  expect(stage.take(loser, "SELL", 1)).toMatchObject(MARGIN);
  expect(stage.take(loser, "SELL", 9)).toMatchObject(MARGIN);
  expect(stage.position(loser).quantity as number).toBe(900);
  expect(stage.isLiquidating(loser)).toBe(false);
  expect(stage.fund.collateral as number).toBe(1_000 * USDC);
  await stage.end();
});
