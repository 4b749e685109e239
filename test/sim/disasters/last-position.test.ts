// October 2025, a derivatives chain stood still for hours in the middle of the largest liquidations it had seen: the
// whole open interest of one market was closed by a single liquidation whose shortfall the insurance fund had the money
// to pay, but collateral was moved before that payment, a balance was negative for one step, and a safety check stopped
// everything.
//
// Here a take-over settles, moves and covers in one command; there is no order of steps in between that anyone can see.
// The last position of a market may go, the fund pays what is missing, and trading goes on.

import { expect, test } from "bun:test";
import { Stage, USDC } from "./disaster-stage.ts";

test("the last position of a market goes, and the fund pays in the same step", async () => {
  const stage = await Stage.open([{ price: 150 }]);
  // What the loser will owe, to the cent.
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
  // Ten of them at twelve lost, against twenty less the fee of 0.06 %: the fund paid the rest.
  expect(before - stage.fund.collateral).toBe(100 * USDC + 900_000);
  expect(stage.fund.collateral as number).toBe(0);
  expect(stage.venue.engine.venue().solvencyHalt).toBe(false);
  expect(stage.market().state).toBe("ACTIVE");
  // The winner has all of it, less the maker's fee of 0.03 %.
  expect(stage.margin(winner).accountValue as number).toBe(10_120 * USDC - 450_000);
  stage.trade(winner, "BUY", stage.trader(1_000), 138, 1);
  await stage.end();
});
