// Four ways to open a position that is in debt from the moment it is opened, with a second wallet on the other side
// that keeps the insurance fund's money: a bid at the edge of the price range whose margin was moved away while it
// rested; a market order that was checked with the best price and executed up to the worst; an isolated order that
// reserved nothing for its loss; and fees, at the highest rate a builder may charge, larger than the margin.
//
// Here accepting an order promises nothing about later, and every execution is checked again with the price, the fee
// and the balance of its moment: no position is opened below its initial margin, an isolated one not below its
// maintenance margin, and none is closed into debt. The fund pays nothing.

import { afterEach, expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

const MARGIN = { status: "CANCELLED", reason: "MARGIN" };
const ISOLATED = { marginMode: "ISOLATED" };
const FUND = 1_000 * USDC;

let stage: DisasterStage;
let partner: number;

/** A market at 150 in which the other wallet has all the money it needs. */
async function open(): Promise<void> {
  stage = await DisasterStage.open([{ price: 150 }]);
  stage.topUp(FUND / USDC);
  partner = stage.trader(10_000);
}

/** A trader with the highest leverage. */
function daring(usdc: number): number {
  const account = stage.trader(usdc);
  stage.leverage(account, 100);
  stage.leverage(account, 100, 0, "ISOLATED");
  return account;
}

afterEach(async () => {
  expect(stage.fund.collateral as number).toBe(FUND);
  await stage.end();
});

test("a bid three per cent above the mark, and its margin moved away while it rests", async () => {
  await open();
  // It needs 15 of margin at the mark, loses 45 against it, and pays a maker fee of 0.4635.
  const [poor, exact] = [daring(100), daring(100)];
  stage.limit(poor, "BUY", 154.5, 10);
  expect(stage.transfer(poor, partner, 39_536_501).rejection).toBe(null);
  expect(stage.take(partner, "SELL", 10)).toMatchObject({ status: "CANCELLED", reason: "MARKET_REMAINDER" });
  expect(stage.position(poor).quantity as number).toBe(0);
  expect(stage.margin(poor).totalCollateral as number).toBe(60_463_499);
  expect(stage.counters.of("cancel MARGIN")).toBe(1);

  // With one micro more it trades, and has exactly its initial margin.
  stage.limit(exact, "BUY", 154.5, 10);
  expect(stage.transfer(exact, partner, 39_536_500).rejection).toBe(null);
  expect(stage.take(partner, "SELL", 10)).toMatchObject({ status: "FILLED" });
  expect(stage.margin(exact)).toMatchObject({ totalCollateral: 15 * USDC, initialMargin: 15 * USDC });
  expect(stage.isLiquidating(exact)).toBe(false);
});

test("a market order that is executed up to the bound", async () => {
  await open();
  const walker = daring(16);
  stage.limit(partner, "SELL", 150, 0.1);
  stage.limit(partner, "SELL", 150.5, 5);
  stage.limit(partner, "SELL", 154.5, 20);
  // 15 of margin and 0.9 of fees at the best price; the last level would cost it 22 more.
  expect(stage.take(walker, "BUY", 10)).toMatchObject(MARGIN);
  expect(stage.position(walker).quantity as number).toBe(510);
  expect(stage.margin(walker)).toMatchObject({ totalCollateral: 13_039_500, initialMargin: 7_650_000 });
  expect(stage.market().bestAsk * 0.001).toBe(154.5);
});

test("an isolated order that would be in debt at its own price", async () => {
  await open();
  const isolated = daring(100);
  // 16.377 of margin, 45 of loss and 0.927 of fees.
  expect(stage.limit(isolated, "BUY", 154.5, 10, ISOLATED).rejection).toMatchObject({
    name: "insufficient_margin",
    detail: { required: "9", available: "-29.55" },
  });
  expect(stage.limit(isolated, "BUY", 150.607, 10, ISOLATED).rejection).toMatchObject({ name: "insufficient_margin" });
  // At 150.606 its margin would be 9.0006; at 149.9, the mark when it is executed, less than the required 8.994.
  const { rejection, orderId } = stage.limit(isolated, "BUY", 150.606, 10, ISOLATED);
  expect(rejection).toBe(null);
  stage.says(149.9);
  stage.tick();
  expect(stage.take(partner, "SELL", 10)).toMatchObject({ status: "CANCELLED", reason: "MARKET_REMAINDER" });
  expect(stage.venue.engine.findOrder(orderId)).toBe(undefined);
  expect(stage.margin(isolated)).toMatchObject({ holding: 100 * USDC, isolatedOrderFrozen: 0 });
  expect(stage.counters.of("cancel MARGIN")).toBe(1);
});

test("fees that are larger than the margin", async () => {
  await open();
  const tag = { type: "create_fee_tag", broker: 0, enumId: "DEAR", name: "dear", description: "", rate: 1_000 };
  stage.accepted({ ...tag, overrides: [] } as never);
  const tagged = { tag: "enum:builder:DEAR" };
  const [closer, resting, isolated] = [daring(16), daring(16), daring(16)];
  for (const account of [closer, resting]) stage.trade(account, "BUY", partner, 150, 10);
  stage.limit(partner, "SELL", 150, 10);
  expect(stage.take(isolated, "BUY", 10, ISOLATED)).toMatchObject({ status: "FILLED" });
  stage.limit(partner, "BUY", 150, 30);
  // A fee of 15.9 with 15.1 of margin: one per cent goes to the tag's owner, which is the other wallet.
  expect(stage.take(closer, "SELL", 10, tagged)).toMatchObject(MARGIN);
  // Opening has already cost 0.9 of its margin of 15.9.
  expect(stage.take(isolated, "SELL", 10, { ...tagged, ...ISOLATED })).toMatchObject(MARGIN);
  expect(stage.take(closer, "SELL", 10)).toMatchObject({ status: "FILLED" });
  expect(stage.margin(closer).totalCollateral as number).toBe(14_200_000);
  expect(stage.take(isolated, "SELL", 10, ISOLATED)).toMatchObject({ status: "FILLED" });
  stage.cancelAll(partner);

  // The rate was 0.03 % when the order came to rest, and is 1 % when it is executed, with the tag's fee on top.
  const { orderId } = stage.limit(resting, "SELL", 150.1, 10, tagged);
  stage.accepted({ type: "set_broker_fees", broker: 0, takerFee: 1_000, makerFee: 1_000 } as never);
  expect(stage.limit(partner, "BUY", 150.1, 10).status).toBe("NEW");
  expect(stage.venue.engine.findOrder(orderId)).toBe(undefined);
  expect(stage.position(resting).quantity as number).toBe(1_000);
  expect(stage.margin(resting).totalCollateral as number).toBe(15_100_000);
});
