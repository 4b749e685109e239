// March 2025: a trader had bought ether for 340 million dollars at fifty times his money, took out the profit on paper
// and with it the margin, and left the rest to be liquidated at a size that cost the venue's own vault four million.
//
// Here a withdrawal always leaves the initial margin of the whole position, which grows with the position's size
// whatever the leverage: a jump has to use up the distance to maintenance margin, and then all of that, before anyone
// else pays.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

test("margin is taken out as far as possible, just before a jump", async () => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  const maker = stage.trader(5_000_000);
  const whale = stage.trader(300_000);
  stage.leverage(whale, 10);
  stage.trade(whale, "BUY", maker, 150, 10_000);
  stage.says(156);
  stage.tick();
  stage.accepted({ type: "settle_pnl", account: whale, nonce: 0 });

  const most = stage.margin(whale).withdrawable as number;
  expect(most).toBeGreaterThan(150_000 * USDC);
  expect(stage.withdraw(whale, most + 1).rejection).not.toBe(null);
  expect(stage.withdraw(whale, most).rejection).toBe(null);
  const { totalCollateral, initialMargin } = stage.margin(whale);
  expect(totalCollateral as number).toBe(initialMargin);
  // A higher leverage would free margin, but changes nothing here: the position's size requires it.
  stage.send({ type: "set_leverage", account: whale, market: 0, leverage: 100, marginMode: "CROSS" });
  expect(stage.margin(whale).freeCollateral).toBeLessThan(30_000 * USDC);

  stage.says(143.6);
  stage.tick(20);
  // Eight per cent against the position: it is liquidated, and its own margin has paid for everything.
  expect(Math.abs(stage.position(whale).quantity)).toBeLessThan(1_000_000);
  expect(stage.counters.of("liquidation triggered")).toBe(1);
  expect(stage.fund.collateral).toBeGreaterThanOrEqual(0);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(false);
  // The liquidation does not reach the withdrawal that is on its way.
  expect(stage.margin(whale).frozen as number).toBe(most);
  stage.assertSolvent();
  await stage.end();
});
