// When everyone is on one side, funding runs at its limit for days, and a leveraged position can be liquidated by it
// without any move of the price. Venues that applied funding only when an account was next touched found debts without
// margin to cover them.
//
// Here every position pays at the funding time itself, before any liquidation check of that tick; the remainder of
// rounding goes to the insurance fund, so a week of payments neither creates nor loses money.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

test("funding at the cap for a week", async () => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  const bidder = stage.trader(10_000_000);
  const seller = stage.trader(10_000_000);
  const long = stage.trader(2_000);
  const daring = stage.trader(115);
  stage.trade(long, "BUY", seller, 150, 20);
  stage.leverage(daring, 20);
  stage.trade(daring, "BUY", seller, 150, 13);
  // The book is three per cent above the index, deep enough for the impact price.
  for (const price of [152, 152.5, 153, 153.4, 153.7]) {
    stage.limit(bidder, "BUY", price, 2_000);
    stage.leap(61_000);
  }
  const top = stage.limit(seller, "SELL", 158, 2_000);
  expect(top.rejection).toBe(null);
  const { capFunding } = stage.market().parameters;
  let atCap = 0;
  let before = stage.market().sumUnitaryFunding;
  for (let ms = 0; ms < WEEK_MS; ms += HOUR_MS) {
    stage.leap(HOUR_MS);
    const { sumUnitaryFunding, lastFundingRate } = stage.market();
    if (sumUnitaryFunding !== before && lastFundingRate === capFunding) atCap++;
    before = sumUnitaryFunding;
  }
  expect(atCap).toBeGreaterThanOrEqual(19);
  // Twenty-one times 0.375 % of some 3,000.
  expect(stage.position(long).accruedFunding).toBeGreaterThan(225 * USDC);
  expect(stage.position(long).quantity as number).toBe(2_000);
  // The position without reserves is gone, and left no debt.
  expect(stage.position(daring).quantity as number).toBe(0);
  expect(stage.fund.collateral).toBeGreaterThanOrEqual(0);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(false);
  await stage.end();
});
