// The order in which positions are deleveraged, from numbers that are rounded down. Rules 7.10.

import { expect, test } from "bun:test";
import { HOUSE, LiquidationWorld } from "../../testing/liquidation-world.ts";
import { A, B, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { rankOf, rankRows } from "./adl-ranking.ts";

test("profit is whole micros, and its ratio to the entry value is rounded down once more", () => {
  const market = new SmallExchange();
  market.trade(A, "SELL", B, 150, 0.1);
  market.trade(A, "SELL", B, 150.001, 0.2);
  const roiOf = (account: number) => rankOf(market.state, market.state.rows.find(account, 0, "CROSS")).roi;
  // Sold 0.3 at 150.00066667 on average, for 45.0002: 200.001 micros of profit at 150 count as 200, a ratio of 444.4.
  expect(roiOf(A)).toBe(444n);
  // The buyer's loss counts as 201 micros, a ratio of 446.7.
  expect(roiOf(B)).toBe(-447n);
});

test("among equals the larger gives way first, then the account with the lower id, then its cross row", () => {
  const world = new LiquidationWorld({ SOL: 150 });
  // Opened first, so its id sorts last.
  const larger = world.user(10_000);
  const [first, second] = [world.user(10_000), world.user(10_000)];
  // All at a loss, by the same share of what they paid.
  for (const account of [first, second]) {
    world.open(account, "SOL", -10, -1_400, { marginMode: "ISOLATED", margin: 1_000 * USDC });
    world.open(account, "SOL", -10, -1_400);
  }
  world.open(larger, "SOL", -10.01, -1_401.4);
  const ranked = rankRows(world.state, 0, 1).filter(({ row }) => world.state.rows.account(row) !== HOUSE);
  expect(ranked.map(({ row }) => [world.state.rows.account(row), world.state.rows.isolated(row)] as number[])).toEqual([
    [larger, 0],
    // Ids decrease in the order in which accounts are opened.
    [second, 0],
    [second, 1],
    [first, 0],
    [first, 1],
  ]);
  // No account on the fund's own side gives way.
  expect(rankRows(world.state, 0, -1).every(({ row }) => world.state.rows.quantity(row) > 0)).toBe(true);
});

test("among rows whose leverage makes a score of 0, the larger gives way first, before all rows without a profit", () => {
  const world = new LiquidationWorld({ SOL: 150 });
  const [richer, larger, loser, even] = [1, 2, 3, 4].map(() => world.user(100_000_000));
  world.open(richer!, "SOL", -10, -1_600);
  world.open(larger!, "SOL", -20, -3_100);
  world.open(loser!, "SOL", -30, -4_400);
  world.open(even!, "SOL", -40, -6_000);
  const ranked = rankRows(world.state, 0, 1).filter(({ row }) => world.state.rows.account(row) !== HOUSE);
  expect(ranked.map(({ row, score }) => [world.state.rows.account(row) as number, score])).toEqual([
    [larger!, 0n],
    [richer!, 0n],
    [even!, 0n],
    [loser!, 0n],
  ]);
});

test("an account with no collateral left, exactly zero included, is leveraged beyond all others", () => {
  const world = new LiquidationWorld({ SOL: 150 });
  const leverageOf = (collateral: number) => {
    const user = world.user(collateral);
    world.open(user, "SOL", -10, -1_500);
    return rankOf(world.state, world.state.rows.find(user, 0, "CROSS")).leverage;
  };
  expect(leverageOf(150)).toBe(100_000n);
  expect([leverageOf(0), leverageOf(0.000001)]).toEqual([10n ** 30n, 15_000_000_000_000n]);
});
