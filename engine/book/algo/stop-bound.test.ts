// How far a triggered order may trade, to the tick. Rules 3.2.

import { expect, test } from "bun:test";
import { A, SmallExchange } from "../../testing/small-exchange.ts";
import { hasLiquidity, stopBound, waitsForLiquidity } from "./stop-bound.ts";

test("the bound is the index plus or minus the slippage, to a tick inwards", () => {
  const market = new SmallExchange();
  const bounds = () => (["BUY", "SELL"] as const).map((side) => stopBound(market.state, market.sol, side));
  // 1 %, in ticks of 0.001.
  expect(bounds()).toEqual([151_500, 148_500]);
  market.pin(150.001);
  // 151.50101 and 148.50099.
  expect(bounds()).toEqual([151_501, 148_501]);
});

test("the bound is never beyond the price range, which was the only bound until behaviour 3", () => {
  const market = new SmallExchange();
  Object.assign(market.sol.band, { buyMin: 1, buyMax: 151_000, sellMin: 149_000, sellMax: 300_000 });
  const bounds = () => (["BUY", "SELL"] as const).map((side) => stopBound(market.state, market.sol, side));
  expect(bounds()).toEqual([151_000, 149_000]);
  Object.assign(market.sol.band, { buyMax: 160_000, sellMin: 140_000 });
  const since = [2, 3, 4].map((behaviour) => {
    market.state.behaviour = behaviour;
    return [waitsForLiquidity(market.state), ...bounds()];
  });
  expect(since).toEqual([
    [false, 160_000, 140_000],
    [true, 151_500, 148_500],
    [true, 151_500, 148_500],
  ]);
});

test("liquidity is any order resting at the bound or nearer", () => {
  for (const [side, nearer] of [
    ["BUY", -1],
    ["SELL", 1],
  ] as const) {
    const market = new SmallExchange();
    const bound = stopBound(market.state, market.sol, side);
    const has = () => hasLiquidity(market.state, market.sol, side);
    expect(has()).toBe(false);
    const resting = side === "BUY" ? "SELL" : "BUY";
    market.rest(A, resting, (bound - nearer) / 1_000, 1);
    expect(has()).toBe(false);
    market.rest(A, resting, bound / 1_000, 1);
    expect(has()).toBe(true);
  }
});
