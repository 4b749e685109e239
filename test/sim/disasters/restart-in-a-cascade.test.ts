// March 2020 and October 2025: venues went down in the middle of a cascade of liquidations. One came back after
// minutes, and the cascade had ended; one came back after hours with prices from before the stop, and liquidated at
// them.
//
// Here a crash at any point loses nothing that was answered, and half a liquidation is impossible: the engine is in the
// state at the journal's end. After a start no market liquidates before its sources have reported again.

import { expect, test } from "bun:test";
import type { Crash } from "../simulation-steps.ts";
import { DisasterStage } from "./disaster-stage.ts";

test.each<Crash>(["kill", "power"])("a %s in the middle of a cascade", async (how) => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  stage.topUp(100);
  const maker = stage.trader(1_000_000);
  const daring = [25, 31, 40, 55, 80, 200].map((usdc) => {
    const account = stage.trader(usdc);
    stage.leverage(account, 100);
    stage.trade(account, "BUY", maker, 150, 10);
    return account;
  });
  await stage.venue.restart();
  stage.says(147.5);
  stage.tick();
  const begun = daring.map((account) => stage.isLiquidating(account) || stage.position(account).quantity === 0);
  expect(begun).toContain(true);
  expect(begun).toContain(false);

  await stage.crash(how);
  stage.says("silent");
  stage.startSession();
  stage.tick(5);
  // No source has reported yet: the accounts in danger are as they were.
  const still = daring.map((account) => stage.isLiquidating(account) || stage.position(account).quantity === 0);
  expect(still).toEqual(begun);
  expect(stage.market().liquidationHeld).toBe(true);

  for (const price of [145, 143, 141, 139]) {
    stage.says(price);
    stage.tick(3);
    await stage.crash(how);
    stage.startSession();
  }
  stage.tick(60);
  expect(stage.market().liquidationHeld).toBe(false);
  for (const account of daring.slice(0, 5)) expect(stage.position(account).quantity as number).toBe(0);
  await stage.end();
});
