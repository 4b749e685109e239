// An order by amount was checked with the size that the amount buys at the mark, but a seller who is paid three per
// cent less per unit sells three per cent more units: beyond the position limit, and beyond the margin. And an account
// that claimed a liquidation was checked for margin only, so that it could collect more than any account may hold.
//
// Here an amount is checked with the most that it can buy or sell within the bound, and an account that receives a
// position has to be allowed to hold it.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

const ONE = 100_000_000;
const SMALL = [{ price: 150, changes: { maxNotional: 15_000 * USDC } }];

const size = (stage: DisasterStage, account: number): number => stage.position(account).quantity;

function sellAmount(stage: DisasterStage, account: number, usdc: number) {
  return stage.take(account, "SELL", 0, { amount: Math.round(usdc * USDC) });
}

test("the position limit is checked with the most that an amount can sell", async () => {
  const stage = await DisasterStage.open(SMALL);
  const maker = stage.trader(100_000);
  const seller = stage.trader(10_000);
  stage.limit(maker, "BUY", 145.5, 100);
  // 15,000 are 100 at the mark, and 103.09 at the bound of 145.5: 15,463.5 at the mark.
  expect(sellAmount(stage, seller, 15_000).rejection).toMatchObject({
    name: "position_limit",
    detail: { notional_with_orders: "15463.5", limit: "15000" },
  });
  expect(sellAmount(stage, seller, 14_551.455).rejection).toMatchObject({ name: "position_limit" });
  expect(sellAmount(stage, seller, 14_550)).toMatchObject({ rejection: null, status: "FILLED" });
  expect(size(stage, seller)).toBe(-10_000);
  await stage.end();
});

test("margin is checked with the most that an amount can sell", async () => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  const maker = stage.trader(100_000);
  stage.limit(maker, "BUY", 145.5, 100);
  // 1,455 are 10 at the bound: 15 of margin, 45 of loss and 0.873 of fees.
  const [short, exact] = [stage.trader(60.872999), stage.trader(60.873)];
  for (const account of [short, exact]) stage.leverage(account, 100);
  expect(sellAmount(stage, short, 1_455).rejection).toMatchObject({
    name: "insufficient_margin",
    detail: { required: "60.873", available: "60.872999" },
  });
  expect(sellAmount(stage, exact, 1_455)).toMatchObject({ rejection: null, status: "FILLED" });
  expect(stage.margin(exact)).toMatchObject({ totalCollateral: 15 * USDC, initialMargin: 15 * USDC });
  await stage.end();
});

test("an account that claims a liquidation, or from the fund, is subject to the position limit", async () => {
  const stage = await DisasterStage.open(SMALL);
  stage.topUp(10_000);
  const [maker, other] = [stage.trader(100_000), stage.trader(100_000)];
  const victim = stage.trader(610);
  const claimer = stage.trader(10_000);
  stage.leverage(victim, 20);
  stage.trade(victim, "BUY", maker, 150, 80);
  stage.trade(claimer, "BUY", other, 150, 40);
  stage.says(143.3);
  stage.tick();
  // 66.8 where 68.784 are needed. All 80 are on offer; together with the claimer's 40 they are worth 17,196.
  const [offer] = stage.venue.engine.liquidations.offers();
  const claim = { type: "claim_liquidation", account: claimer, liquidationId: offer!.liquidationId, extraRatio: 0 };
  const rest = { limits: [], ratios: [] };
  const limit = { name: "position_limit" };
  expect(stage.send({ ...claim, ratio: ONE, ...rest } as never).rejection).toMatchObject(limit);
  expect(stage.send({ ...claim, ratio: ONE / 2, ...rest } as never).rejection).toBe(null);
  expect([size(stage, victim), size(stage, claimer)]).toEqual([4_000, 8_000]);

  // No one claims the rest, so the fund takes it, and the claimer may not have that either.
  stage.tick(12);
  expect([size(stage, victim), stage.fund.positions[0]!.quantity as number]).toEqual([0, 4_000]);
  const [left] = stage.venue.engine.liquidations.offers();
  const fromFund = (account: number, lots: number) =>
    stage.send({
      type: "claim_insurance_fund",
      account,
      claimId: left!.liquidationId,
      market: 0,
      quantity: lots * 1_000_000,
      limitPrice: 0,
    } as never);
  expect(fromFund(claimer, 4_000).rejection).toMatchObject(limit);
  expect(fromFund(maker, 4_000).rejection).toBe(null);
  expect(size(stage, maker)).toBe(-4_000);
  await stage.end();
});
