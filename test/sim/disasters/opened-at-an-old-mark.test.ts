// After a start, and for the seconds in which sources are silent, a market traded on at a mark that others knew to be
// old. A pair of positions opened there left one side in debt as soon as the index followed: 38,606 when it had moved
// by three per cent, 354,606 when by nineteen.
//
// Here such an index is in doubt, and while it is, only orders that close on both sides trade.

import { expect, test } from "bun:test";
import { DisasterStage } from "./disaster-stage.ts";
import { PRICE, RingWallets } from "./ring-of-wallets.ts";

async function staged() {
  const stage = await DisasterStage.open([{ symbol: "PERP_BTC_USDC", price: PRICE }]);
  stage.topUp(1_000_000);
  stage.startSession();
  stage.tick(5);
  return { stage, wallets: new RingWallets(stage) };
}

test.each([1.03, 1.19])(
  "nothing is opened between a start and the first price, which is the last one times %d",
  async (by) => {
    const { stage, wallets } = await staged();
    stage.startSession();
    wallets.pair();
    expect(stage.market().openInterest as number).toBe(0);
    stage.says(PRICE * by);
    stage.tick(15);
    expect(wallets.gain).toBeLessThanOrEqual(0);
    await stage.end();
  },
);

test.each([1.03, 1.19])("nor while sources are silent, and the price becomes %d of what it was", async (by) => {
  const { stage, wallets } = await staged();
  stage.says("silent");
  stage.tick(8);
  wallets.pair();
  expect(stage.market().openInterest as number).toBe(0);
  stage.says(PRICE * by);
  stage.tick(15);
  expect(wallets.gain).toBeLessThanOrEqual(0);
  await stage.end();
});
