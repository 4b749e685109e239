// A trader with fifteen dollars' worth of a position in a halted market could not be liquidated at all, because an
// account was only checked while all of its markets were live. A large position in another market could fall without
// limit, and the fund bore the part below zero.
//
// Here a paused market pauses only itself: its positions count at the last mark that was believed, and everything else
// is offered, claimed and taken over as if they were not there. A remaining debt waits with the small position, counts
// against the fund until then, and is settled when the market is live again.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

const ONE = 100_000_000;
const SOL = 1;

/** Long 1 BTC, with 3,000 less 36.009 of fees, and 0.1 SOL whose market has just halted. */
async function staged() {
  const stage = await DisasterStage.open([
    { symbol: "PERP_BTC_USDC", price: 60_000 },
    { symbol: "PERP_SOL_USDC", price: 150 },
  ]);
  stage.topUp(1_000);
  const maker = stage.trader(1_000_000);
  const sheltered = stage.trader(3_000);
  stage.leverage(sheltered, 50);
  stage.leverage(sheltered, 50, SOL);
  stage.trade(sheltered, "BUY", maker, 60_000, 1);
  stage.trade(sheltered, "BUY", maker, 150, 0.1, { market: SOL });
  stage.says("silent", SOL);
  stage.tick(22);
  expect(stage.market(SOL).state).toBe("HALTED");
  return { stage, maker, sheltered };
}

/** Its sources report the former price again, and have done so for half a minute. */
function resume(stage: DisasterStage): void {
  stage.says(150, SOL);
  for (let second = 0; stage.market(SOL).state === "HALTED" && second < 40; second++) stage.tick();
  expect(stage.market(SOL).state).toBe("ACTIVE");
}

const size = (stage: DisasterStage, account: number, market = 0): number => stage.position(account, market).quantity;

test("the rest of an account is liquidated while one of its markets is halted", async () => {
  const { stage, sheltered } = await staged();
  const claimer = stage.trader(100_000);
  stage.says(57_300);
  stage.tick();
  // 263.991 where 343.89 are needed; the position in the halted market is not on offer.
  expect(stage.isLiquidating(sheltered)).toBe(true);
  const offers = stage.venue.engine.liquidations.offers();
  expect(offers).toMatchObject([{ positions: [{ market: 0 }] }]);
  const { liquidationId } = offers[0]!;
  const claim = { type: "claim_liquidation", account: claimer, liquidationId, ratio: ONE, extraRatio: 0 } as const;
  expect(stage.send({ ...claim, limits: [], ratios: [] }).rejection).toBe(null);
  expect([size(stage, sheltered), size(stage, claimer)]).toEqual([0, 100_000]);
  // All of the margin, except the part for 15 in 57,315, is the fee: 171.9 for the claimer, the rest for the fund.
  expect(stage.margin(sheltered).totalCollateral as number).toBe(69_090);
  expect(stage.fund.collateral as number).toBe(1_092_021_910);

  // The remaining margin is too small for the small position, and nothing can be done about it yet.
  stage.tick(15);
  expect(stage.isLiquidating(sheltered)).toBe(true);
  expect(stage.venue.engine.liquidations.offers()).toEqual([]);
  expect(size(stage, sheltered, SOL)).toBe(10);
  resume(stage);
  stage.tick(11);
  expect(size(stage, sheltered, SOL)).toBe(0);
  expect(stage.isLiquidating(sheltered)).toBe(false);
  expect(stage.margin(sheltered).accountValue as number).toBe(0);
  expect(stage.fund.collateral as number).toBe(1_092_091_000);
  await stage.end();
});

test("a debt waits for the halted market, and until then counts against the fund", async () => {
  const { stage, maker, sheltered } = await staged();
  stage.says(56_000);
  stage.tick();
  // 1,036.009 below zero: the fund takes over the live position, and since it has only 1,000, the winners' positions
  // close it.
  expect(stage.counters.of("transferred takeover")).toBe(1);
  expect(stage.counters.of("transferred adl")).toBe(1);
  expect([size(stage, sheltered), size(stage, maker), size(stage, sheltered, SOL)]).toEqual([0, 0, 10]);
  expect(stage.isLiquidating(sheltered)).toBe(true);
  expect(stage.margin(sheltered)).toMatchObject({ holding: -1_036 * USDC, totalCollateral: -1_036_009_000 });
  expect(stage.fund.collateral as number).toBe(1_000 * USDC);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(true);
  expect(stage.withdraw(maker, 100 * USDC).rejection).not.toBe(null);
  stage.assertSolvent();
  stage.topUp(36.009);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(false);

  resume(stage);
  expect(stage.isLiquidating(sheltered)).toBe(false);
  expect(size(stage, sheltered, SOL)).toBe(0);
  expect(stage.margin(sheltered)).toMatchObject({ holding: 0, accountValue: 0 });
  expect(stage.fund.collateral as number).toBe(0);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(false);
  await stage.end();
});

test("an account that pays its debt before the market resumes keeps its small position", async () => {
  const { stage, sheltered } = await staged();
  stage.says(56_000);
  stage.tick();
  // The debt, and the nine cents that 0.1 SOL need.
  stage.deposit(sheltered, 1_036.099);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(false);
  expect(stage.isLiquidating(sheltered)).toBe(true);
  expect(stage.limit(sheltered, "SELL", 56_000, 0.1).rejection).toMatchObject({ name: "refused" });
  resume(stage);
  expect(stage.isLiquidating(sheltered)).toBe(false);
  expect(stage.margin(sheltered)).toMatchObject({ holding: 99_000, totalCollateral: 90_000 });
  expect(size(stage, sheltered, SOL)).toBe(10);
  expect(stage.fund.collateral as number).toBe(1_000 * USDC);
  await stage.end();
});
