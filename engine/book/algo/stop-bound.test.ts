// What a triggered order may cost, to the tick. Rules 3.2.

import { expect, test } from "bun:test";
import { A, SmallExchange } from "../../testing/small-exchange.ts";
import { hasLiquidity, stopBound } from "./stop-bound.ts";

test("the bound lies within the slippage of the index, to tick inwards", () => {
  const market = new SmallExchange();
  const bounds = () => (["BUY", "SELL"] as const).map((side) => stopBound(market.state, market.sol, side));
  // 1 %, in ticks of 0.001.
  expect(bounds()).toEqual([151_500, 148_500]);
  market.pin(150.001);
  // 151.50101 and 148.50099.
  expect(bounds()).toEqual([151_501, 148_501]);
});

test("liquidity is what rests at the bound or nearer", () => {
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
