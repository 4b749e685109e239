// October 2025: a derivatives chain halted for hours in the middle of the largest liquidations it had seen. The whole
// open interest of one market was closed by a single liquidation, and the insurance fund had the money to cover its
// shortfall; but collateral was moved before that payment, a balance was negative for one step, and a safety check
// stopped everything.
//
// Here a take-over settles, moves and covers in one command, without visible steps in between. The last position of a
// market may go, the fund pays what is missing, and trading continues.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

test("the last position of a market goes, and the fund pays in the same step", async () => {
  const stage = await DisasterStage.open([{ price: 150 }]);
  // The loser's future debt, to the cent.
  stage.topUp(100.9);
  const winner = stage.trader(10_000);
  const loser = stage.trader(20);
  stage.leverage(loser, 100);
  stage.trade(loser, "BUY", winner, 150, 10);
  const before = stage.fund.collateral;
  stage.says(138);
  stage.tick();
  expect(stage.counters.of("transferred takeover")).toBe(1);
  expect(stage.counters.of("transferred adl")).toBe(1);
  expect(stage.market().openInterest as number).toBe(0);
  expect(stage.margin(loser)).toMatchObject({ holding: 0, accountValue: 0 });
  // Ten units lost twelve each, against twenty of margin less the fee of 0.06 %: the fund paid the rest.
  expect(before - stage.fund.collateral).toBe(100 * USDC + 900_000);
  expect(stage.fund.collateral as number).toBe(0);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(false);
  expect(stage.market().state).toBe("ACTIVE");
  // The winner has the whole gain, less the maker's fee of 0.03 %.
  expect(stage.margin(winner).accountValue as number).toBe(10_120 * USDC - 450_000);
  stage.trade(winner, "BUY", stage.trader(1_000), 138, 1);
  await stage.end();
});
