// Orders that a move of the mark price leaves beyond the price range. Rules 11.1.

import { expect, test } from "bun:test";
import { quantityE8, ticks } from "../base/units.ts";
import { Recorder } from "../testing/recorder.ts";
import { A, B, ONE, SmallExchange } from "../testing/small-exchange.ts";
import { cancelOutOfRange, isPipelineDue, pricesOf } from "./price-pipeline.ts";

/** The orders that are cancelled when the mark is `mark` ticks of a thousandth. */
function goneAt(market: SmallExchange, mark: number): [number, string][] {
  const recorder = new Recorder();
  market.sol.mark = ticks(mark);
  market.sol.moveBand();
  cancelOutOfRange(market.state, market.sol, recorder);
  return recorder.orders.map(({ orderId, reason }) => [orderId, reason]);
}

test("a sell is cancelled when the mark rises so far that the sell is below the range, and not before", () => {
  const market = new SmallExchange();
  const ids = [150.001, 150, 150].map((price) => market.rest(A, "SELL", price, 1));
  // 97 % of 154.639 is 149.99983, so 150 is the lowest price in range; of 154.640 it is 150.0008.
  expect(goneAt(market, 154_639)).toEqual([]);
  expect(goneAt(market, 154_640)).toEqual([
    [ids[1]!, "PRICE_RANGE"],
    [ids[2]!, "PRICE_RANGE"],
  ]);
  expect(market.engine.openOrders(A, -1).map(({ orderId }) => orderId)).toEqual([ids[0]!]);
  market.engine.audit();
});

test("a buy is cancelled when the mark falls so far that the buy is above the range, and not before", () => {
  const market = new SmallExchange();
  const low = market.rest(A, "BUY", 149.999, 1);
  const high = market.rest(A, "BUY", 150, 1);
  // 103 % of 145.632 is 150.00096; of 145.631 it is 149.99993.
  expect(goneAt(market, 145_632)).toEqual([]);
  expect(goneAt(market, 145_631)).toEqual([[high, "PRICE_RANGE"]]);
  expect(market.engine.openOrders(A, -1).map(({ orderId }) => orderId)).toEqual([low]);
});

test("orders cancelled together are cancelled by ascending id, whatever their prices", () => {
  const market = new SmallExchange();
  const ids = [150.2, 150, 150.1].map((price) => market.rest(B, "SELL", price, 1, { visible: quantityE8(0.5 * ONE) }));
  expect(goneAt(market, 155_000).map(([orderId]) => orderId)).toEqual(ids);
});

test("a tick runs the pipeline where mark or index has moved; before behaviour 3, where the mark has", () => {
  const { state, sol } = new SmallExchange();
  const isDue = (behaviour: number, moved: Partial<Record<"mark" | "index", number>>) => {
    state.behaviour = behaviour;
    return isPipelineDue(state, sol, { ...pricesOf(sol), ...(moved as object) });
  };
  const cases = [{}, { mark: 1 }, { index: 1 }].map((moved) => [isDue(2, moved), isDue(3, moved)]);
  expect(cases).toEqual([
    [false, false],
    [true, true],
    [false, true],
  ]);
  sol.pipelineDue = true;
  expect([isDue(2, {}), isDue(3, {})]).toEqual([true, true]);
});
