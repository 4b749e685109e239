// At which prices triggers fire, and how far the orders that they send may trade. Rules 3.1, 3.2.

import { expect, test } from "bun:test";
import { ticks } from "../../base/units.ts";
import { SmallExchange } from "../../testing/small-exchange.ts";
import { triggerPrices } from "./present-prices.ts";
import { stopBound } from "./stop-bound.ts";

/** SOL at an index of 150 and a mark of 149 or 151, in ticks of 0.001. */
function at(behaviour: number, mark: number) {
  const { state, sol } = new SmallExchange();
  state.behaviour = behaviour;
  sol.mark = ticks(mark * 1_000);
  return { state, sol };
}

test("before behaviour 3 a trigger was compared with the mark alone; since then a painted mark fires none", () => {
  const prices = (behaviour: number, mark: number) => {
    const { state, sol } = at(behaviour, mark);
    const { rising, falling } = triggerPrices(state, sol);
    return [rising / 1_000, falling / 1_000];
  };
  expect([prices(2, 149), prices(2, 151)]).toEqual([
    [149, 149],
    [151, 151],
  ]);
  expect([prices(3, 149), prices(3, 151)]).toEqual([
    [149, 150],
    [150, 151],
  ]);
});

test("before behaviour 3 a triggered market order traded within the price range, since then within stop_slippage", () => {
  const bounds = (behaviour: number) => {
    const { state, sol } = at(behaviour, 150);
    return (["BUY", "SELL"] as const).map((side) => stopBound(state, sol, side) / 1_000);
  };
  // 3 % of 150, and 1 %.
  expect([bounds(2), bounds(3)]).toEqual([
    [154.5, 145.5],
    [151.5, 148.5],
  ]);
});
