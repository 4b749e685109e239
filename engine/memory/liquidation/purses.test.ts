// Worked cases of what a position of the fund brought with it; random ones are in purses.property.test.ts. Rules 7.7.

import { expect, test } from "bun:test";
import type { Ticks } from "../../base/units.ts";
import { silent } from "../../language/events/events.ts";
import { holdingsOf } from "../../money/margin/account-figures.ts";
import { takeOver } from "../../risk/liquidation/take-over.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { USDC } from "../../testing/small-exchange.ts";
import { Purses } from "./purses.ts";
import { crossOf } from "./subject.ts";

test("the remaining part of a purse, or of what arrives against a position, is rounded down", () => {
  const purses = new Purses();
  purses.follow(0, 0, 3, 10);
  purses.follow(0, 3, 2, 0);
  expect(purses.of(0)).toBe(6);
  purses.follow(0, 2, -1, 10);
  expect(purses.of(0)).toBe(3);
  purses.follow(0, -1, 2, -10);
  expect(purses.of(0)).toBe(-7);
  purses.follow(0, 2, 1, 0);
  expect(purses.of(0)).toBe(-4);
});

test("marks painted to opposite sides fill neither purse at the cost of the other", () => {
  const world = new LiquidationWorld({ BTC: 60_000, ETH: 3_000 });
  const account = world.user(10_000);
  world.open(account, "BTC", 30, 60_000 * 30);
  world.open(account, "ETH", 600, 3_000 * 600);
  const { state } = world;
  for (const [number, part] of [
    [0, 0.99875],
    [1, 1.00125],
  ] as const) {
    const market = state.markets[number]!;
    market.mark = Math.round(market.index * part) as Ticks;
  }
  const holdings = holdingsOf(state, crossOf(account));
  takeOver(state, crossOf(account), { holdings, live: holdings }, silent);
  const { purses } = state.liquidations;
  // 10,000 came in at the index prices, for two positions of 1.8 million each.
  expect(purses.of(0) + purses.of(1)).toBe(10_000 * USDC);
  expect(Math.abs(purses.of(0) - purses.of(1)) / USDC).toBeLessThan(20);
});
