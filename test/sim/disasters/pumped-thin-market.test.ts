// October 2022: with two accounts of his own a trader took both sides of a huge perpetual position in a token that
// hardly trades, bought the token on the three exchanges from which the price came until it was at many times its
// price, and took more than a hundred million dollars out of the venue against profit that existed on paper only.
//
// Here unsettled profit can't be withdrawn, a price that jumps is not believed, and a price that is pushed up in small
// steps ruins the other side, whose debt falls on the insurance fund: a fund that owes halts every withdrawal before
// the money has left. Balances stay as they are until the operator has decided.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

const THIN = { symbol: "PERP_ARB_USDC", price: 1 };

async function pumped(): Promise<{ stage: DisasterStage; long: number; short: number }> {
  const stage = await DisasterStage.open([THIN]);
  const long = stage.trader(20_000);
  const short = stage.trader(20_000);
  stage.trade(long, "BUY", short, 1, 100_000);
  stage.tick();
  return { stage, long, short };
}

test("a price that jumps is not believed, so there is no profit on it", async () => {
  const { stage, long } = await pumped();
  const before = stage.margin(long);
  stage.says(23);
  stage.tick(10);
  expect(stage.market()).toMatchObject({ state: "HALTED", stateReason: "INDEX_JUMP" });
  expect(stage.index()).toBe(1);
  expect(stage.margin(long).accountValue).toBe(before.accountValue);
  stage.says(1);
  stage.tick(40);
  expect(stage.market()).toMatchObject({ state: "ACTIVE", stateReason: "FRESH_AGAIN" });
  await stage.end();
});

test("a price pushed up in steps leaves a debt, and the debt halts withdrawals", async () => {
  const { stage, long, short } = await pumped();
  for (const price of [1.15, 1.32, 1.5, 1.75, 2]) {
    stage.says(price);
    stage.tick();
  }
  // The short side could not pay; its loss is the fund's, and the long side was closed at the pumped price.
  expect(stage.margin(short).accountValue as number).toBe(0);
  expect(stage.fund.collateral).toBeLessThan(0);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(true);
  stage.send({ type: "settle_pnl", account: long, nonce: 0 });
  expect(stage.withdraw(long, 10 * USDC).rejection).not.toBe(null);
  stage.assertSolvent();
  stage.topUp(-stage.fund.collateral / USDC + 1);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(false);
  expect(stage.withdraw(long, 10 * USDC).rejection).toBe(null);
});

test("unsettled profit is no balance to withdraw", async () => {
  const { stage, long } = await pumped();
  stage.says(1.1);
  stage.tick();
  const { holding, withdrawable, unsettledPnl } = stage.margin(long);
  expect(unsettledPnl).toBeGreaterThan(9_000 * USDC);
  expect(withdrawable).toBeLessThan(holding);
  expect(stage.withdraw(long, withdrawable + 1).rejection).not.toBe(null);
  await stage.end();
});
