// An account's collateral and what it must cover. Rules 5.2 to 5.4; the whole worked account is in margin-vectors.test.ts.

import { describe, expect, test } from "bun:test";
import { E10, micros, ratioE10, ticks } from "../../base/units.ts";
import { sizeWithOrders } from "../../memory/position/size-with-orders.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { listMarket } from "../../testing/setup.ts";
import { A, B, ONE, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";
import { crossMargin, notionalAtMark, unsettledPnl } from "./margin.ts";

test("orders on both sides count once, by the larger of the two positions that they could create", () => {
  const sizes = [
    [2, 3, 4],
    [2, 3, 9],
    [-2, 3, 4],
    [-2, 0, 0],
    [-5, 4, 0],
    [0, 0, 0],
  ] as const;
  expect(sizes.map(([held, buys, sells]) => sizeWithOrders(held, buys, sells))).toEqual([5, 7, 6, 2, 5, 0]);
});

test("notional has no sign, and unsettled profit is the value at the mark less the cost", () => {
  const { sol } = new SmallExchange();
  expect([notionalAtMark(sol, 200), notionalAtMark(sol, -200)]).toEqual([300 * USDC, 300 * USDC]);
  expect([unsettledPnl(sol, 200, 290 * USDC), unsettledPnl(sol, -200, -290 * USDC)]).toEqual([10 * USDC, -10 * USDC]);
});

describe("an account's collateral and what its orders need", () => {
  function exchange(): SmallExchange {
    const market = new SmallExchange();
    market.apply(listMarket(defaultMarket("PERP_BTC_USDC"), 60_000 * ONE));
    market.trade(A, "BUY", B, 150, 10);
    market.rest(A, "BUY", 149, 4);
    market.rest(A, "BUY", 60_000, 0.5, { market: 1 });
    return market;
  }

  test("are summed over its markets", () => {
    const { state, engine } = exchange();
    // 14 at 150 and 0.5 at 60,000, each at leverage 10; 0.9 of fee.
    expect({ ...crossMargin(state, A, null) }).toEqual({
      collateral: 1_000_000 * USDC - 900_000,
      initialWithOrders: 3_210 * USDC,
    });
    const { freeCollateral, initialMargin, maintenanceMargin, notional } = engine.margin(A);
    expect([freeCollateral, initialMargin, maintenanceMargin, notional] as number[]).toEqual([
      996_789_100_000,
      150 * USDC,
      9 * USDC,
      1_500 * USDC,
    ]);
  });

  test("can be computed as they would be after a change, in a market with a row or without", () => {
    const { state } = exchange();
    const change = (market: number, pendingBuy: number, leverage: number) =>
      crossMargin(state, A, { market, pendingBuy, pendingSell: 0, leverage }).initialWithOrders / USDC;
    expect([change(0, 0, 10), change(0, 1_000, 5), change(1, 0, 10)]).toEqual([3_150, 3_600, 210]);
    const { state: fresh } = new SmallExchange();
    expect(crossMargin(fresh, B, { market: 0, pendingBuy: 0, pendingSell: 100, leverage: 10 }).initialWithOrders).toBe(
      15 * USDC,
    );
  });
});

test("unrealized profit or loss is rounded down to the micro", () => {
  const market = new SmallExchange();
  market.trade(A, "BUY", B, 150, 0.1);
  market.trade(A, "BUY", B, 150.001, 0.2);
  // 0.3 at 150.00066667 on average: 200.001 micros above the mark.
  const shown = [A, B].map((account) => market.engine.position(account, 0, "CROSS").unrealizedPnl as number);
  expect(shown).toEqual([-201, 200]);
});

test("a long with a maintenance ratio of 1 has no liquidation price", () => {
  const world = new LiquidationWorld({ SOL: 150 }, { imrFactor: ratioE10(4_800) });
  const { ratios, unit, lotE8 } = world.market("SOL");
  // The curve reaches exactly 1 for few notionals: the first mark at which some number of lots has one of them.
  let least = 1;
  for (let most = 2 ** 50; least < most; ) {
    const middle = Math.floor((least + most) / 2);
    if (ratios.maintenance(micros(middle)) >= E10) most = middle;
    else least = middle + 1;
  }
  const lotsAt = (mark: number) => Math.ceil(least / (mark * unit));
  const isWhole = (mark: number) => ratios.maintenance(micros(lotsAt(mark) * mark * unit)) === E10;
  const mark = Array.from({ length: 5_000 }, (_, n) => 150_000 + n).find(isWhole)!;
  const user = world.user(1_000);
  world.open(user, "SOL", (lotsAt(mark) * lotE8) / ONE, (least / USDC) * 2);
  world.market("SOL").mark = ticks(mark);
  expect(world.engine.position(user, 0, "CROSS").mmr as number).toBe(E10);
  expect(world.engine.position(user, 0, "CROSS").estLiqPrice as number).toBe(0);
});
