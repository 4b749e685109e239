// The largest order that limits and margin allow, by its reference price. Rules 5.5.

import { expect, test } from "bun:test";
import { priceE8, quantityE8 } from "../../base/units.ts";
import type { OrderType, Side } from "../../base/vocabulary.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { deposit, openAccount, placeOrder, START } from "../../testing/setup.ts";
import { A, B, ONE, SmallExchange } from "../../testing/small-exchange.ts";

/** A market with five asks from 151 on and five bids from 149 down, and an account with 100,000 USDC. */
function small(): { largest: (side: Side, orderType: OrderType, price: number, level?: number) => number } {
  const market = new SmallExchange();
  for (let level = 0; level < 5; level++) {
    market.rest(A, "SELL", 151 + level, 1);
    market.rest(A, "BUY", 149 - level, 1);
  }
  const { created: account } = market.apply(openAccount(4, "builder"));
  market.apply(deposit(account, 100_000_000_000, "faucet:4:1"));
  const quantity = quantityE8(ONE);
  return {
    largest: (side, orderType, price, level = -1) =>
      market.engine.previews.order(
        placeOrder({ account, side, orderType, quantity, price: priceE8(Math.round(price * ONE)), level }),
      ).largest,
  };
}

test("a price between two ticks is taken at the lower one, and one beyond the highest at the highest", () => {
  const { largest } = small();
  const at = (price: number) => largest("BUY", "LIMIT", price);
  expect([at(160.0004), at(160.0009)]).toEqual([at(160), at(160)]);
  expect(at(160.001)).toBeLessThan(at(160));
  expect(at(80_000_000)).toBe(at(90_000_000));
});

test("an order that names a level is taken at that level's price, with levels below 0 as the first and above 4 as the fifth", () => {
  const { largest } = small();
  for (const side of ["BUY", "SELL"] as const) {
    const limits = (prices: readonly number[]) => prices.map((price) => largest(side, "LIMIT", price));
    const levels = [-1, 0, 1, 3, 4, 5, 9];
    expect(levels.map((level) => largest(side, "ASK", 0, level))).toEqual(limits([151, 151, 152, 154, 155, 155, 155]));
    expect(levels.map((level) => largest(side, "BID", 0, level))).toEqual(limits([149, 149, 148, 146, 145, 145, 145]));
  }
  expect(new Set([149, 151, 152, 154, 155].map((price) => largest("BUY", "LIMIT", price))).size).toBe(5);
});

test("where only closing is allowed, the largest order is the size to close, reduce-only or not", () => {
  const market = new SmallExchange();
  market.trade(A, "BUY", B, 150, 2);
  const largest = (side: Side) => {
    const order = placeOrder({ account: A, side, quantity: quantityE8(ONE), price: priceE8(150 * ONE) });
    return market.engine.previews.order(order).largest as number;
  };
  market.apply({ type: "set_market_state", at: START, market: 0, state: "REDUCE_ONLY", reason: "" });
  expect([largest("SELL"), largest("BUY")]).toEqual([200, 0]);
});

test("under behaviour 2 an account whose money may not leave has nothing available for an isolated order", () => {
  const places = (behaviour: number, marginMode: "CROSS" | "ISOLATED", isHalted: boolean) => {
    const here = new LiquidationWorld({ SOL: 150, ETH: 3_000 });
    const account = here.user(100_000);
    here.open(account, "SOL", 10, 1_500);
    if (isHalted) here.apply({ type: "set_market_state", at: START, market: 0, state: "HALTED", reason: "" });
    here.state.behaviour = behaviour;
    const limit = { price: priceE8(3_000 * ONE), quantity: quantityE8(ONE) };
    return here.engine.previews.order(placeOrder({ account, market: 1, marginMode, ...limit })).largest > 0;
  };
  expect([places(2, "ISOLATED", true), places(2, "ISOLATED", false), places(2, "CROSS", true)]).toEqual([
    ...[false, true, true],
  ]);
  expect([places(3, "ISOLATED", true), places(3, "CROSS", true)]).toEqual([true, true]);
});
