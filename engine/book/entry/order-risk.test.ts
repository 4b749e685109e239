// An order's possible cost is checked before it reaches the book. Rules 4.7, 5.4, 1.3 (12), (13).

import { describe, expect, test } from "bun:test";
import { decimalText } from "../../base/numbers/arithmetic.ts";
import { micros, quantityE8 } from "../../base/units.ts";
import { amendOrder, deposit, openAccount, START } from "../../testing/setup.ts";
import { A, B, ONE, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";

/** A fifth account with the given balance. */
function poor(market: SmallExchange, balance: number): number {
  const { created } = market.apply(openAccount(4, "builder"));
  market.apply(deposit(created, balance, `faucet:${created}:1`));
  return created;
}

const limitOf = (usdc: number) => micros(usdc * USDC);

test("a position with its orders stays below the market's largest notional", () => {
  const market = new SmallExchange({ maxNotional: limitOf(1_500) });
  expect(market.order(A, "BUY", "LIMIT", 150, 10).code).toBeNull();
  const { rejection, status, orders } = market.order(A, "BUY", "LIMIT", 149, 0.1);
  expect(shown(rejection)).toEqual({
    code: -1101,
    message: "position limit exceeded",
    detail: { notional_with_orders: "1515", limit: "1500" },
  });
  expect(status).toBe("REJECTED");
  expect(orders.map((report) => [report.status, report.reason])).toEqual([["REJECTED", "position limit exceeded"]]);
  // The other side has its own limit.
  expect(market.order(A, "SELL", "LIMIT", 151, 10).code).toBeNull();
});

test("a position with its orders stays within what its leverage allows", () => {
  const market = new SmallExchange();
  const leverage = 50;
  market.apply({ type: "set_leverage", at: START, account: A, market: 0, leverage, marginMode: "CROSS" });
  const limit = market.sol.ratios.maxNotional(leverage);
  const whole = Math.floor(limit / (150 * USDC * 0.01)) / 100;
  expect(limit).toBeLessThan(market.sol.parameters.maxNotional);
  const { rejection } = market.order(A, "BUY", "LIMIT", 150, whole + 0.01);
  expect(rejection?.name).toBe("position_limit");
  expect(rejection?.detail.limit).toBe(decimalText(limit, 6));
  expect(market.order(A, "BUY", "LIMIT", 150, whole).code).toBeNull();
});

test("open interest stays below the market's cap, and closing orders are not limited by it", () => {
  const market = new SmallExchange({ globalMaxOiCap: limitOf(1_500) });
  market.trade(A, "BUY", B, 150, 9);
  const { rejection } = market.order(A, "BUY", "LIMIT", 150, 1.01);
  expect(shown(rejection)).toEqual({
    code: -1101,
    message: "open interest limit exceeded",
    detail: { open_interest: "1501.5", limit: "1500" },
  });
  expect(market.order(A, "SELL", "LIMIT", 151, 10).code).toBeNull();
});

describe("collateral covers initial margin with all orders, the loss against the mark, and the fee", () => {
  test("of a buy above the mark", () => {
    const market = new SmallExchange();
    // 1 at 151: margin 15 at the mark, 1 lost at once, 0.0906 of fee.
    const account = poor(market, 16_090_599);
    expect(shown(market.order(account, "BUY", "LIMIT", 151, 1).rejection)).toEqual({
      code: -1101,
      message: "insufficient margin",
      detail: { required: "16.0906", available: "16.090599" },
    });
    market.apply(deposit(account, 1, "one more"));
    expect(market.order(account, "BUY", "LIMIT", 151, 1).code).toBeNull();
  });

  test("of a sell below the mark, at the best bid if that is better", () => {
    const market = new SmallExchange();
    const account = poor(market, 10_000_000);
    const required = () => market.order(account, "SELL", "LIMIT", 149, 1).rejection?.detail.required;
    expect(required()).toBe("16.0894");
    market.rest(B, "BUY", 149.5, 1);
    expect(required()).toBe("15.5897");
  });

  test("of a market order at the best visible price on the other side, or the mark", () => {
    const market = new SmallExchange();
    const account = poor(market, 10_000_000);
    const required = () => market.order(account, "BUY", "MARKET", 0, 1).rejection?.detail.required;
    expect(required()).toBe("15.09");
    market.rest(B, "SELL", 150.5, 1, { visible: quantityE8(0) });
    market.rest(B, "SELL", 151, 1);
    expect(required()).toBe("16.0906");
  });

  test("of all its orders together", () => {
    const market = new SmallExchange();
    const account = poor(market, 40_000_000);
    expect(market.order(account, "BUY", "LIMIT", 150, 2).code).toBeNull();
    expect(market.order(account, "BUY", "LIMIT", 150, 1).rejection?.detail).toEqual({
      required: "45.09",
      available: "40",
    });
    // max(|q + B|, |q − A|): as much on the other side needs no more.
    expect(market.order(account, "SELL", "LIMIT", 150.5, 2).code).toBeNull();
  });
});

test("an order by amount is checked as what it buys at the lowest price of the range, in whole lots", () => {
  const market = new SmallExchange();
  const account = poor(market, 10_000_000);
  // 1,000 at 145.5 buy 6.8728 SOL: 687 lots, which need 103.05 at the mark, and a fee of 0.6183.
  const bought = market.order(account, "BUY", "MARKET", 0, 0, { amount: limitOf(1_000) });
  expect(bought.rejection?.detail.required).toBe("103.6683");
});

test("the largest order is whole lots, and no more than a single order may be", () => {
  const market = new SmallExchange({ baseMax: quantityE8(1_000_500_000) });
  expect(market.engine.maxOrderQuantity(A, 0, "BUY", market.sol.mark) / 100).toBe(10);
});

test("a position can be closed even if no collateral is left", () => {
  const market = new SmallExchange();
  const account = poor(market, 16_000_000);
  market.trade(account, "BUY", B, 150, 1);
  market.pin(135);
  expect(market.engine.margin(account).freeCollateral as number).toBe(0);
  expect(market.order(account, "SELL", "LIMIT", 136, 1).code).toBeNull();
  // An order beyond the position is refused, and so is a reduction on top of a closing order.
  expect(market.order(account, "SELL", "LIMIT", 136, 1).code).toBe(-1101);
  expect(market.order(account, "SELL", "LIMIT", 136, 1, { reduceOnly: true }).code).toBeNull();
});

test("an amendment is checked without the order that it replaces", () => {
  const market = new SmallExchange();
  const account = poor(market, 31_000_000);
  const orderId = market.rest(account, "BUY", 150, 2);
  const amended = (size: number) =>
    market.apply(amendOrder({ account, orderId, quantity: quantityE8(Math.round(size * ONE)) })).rejection;
  expect(shown(amended(2.1))).toEqual({
    code: -1101,
    message: "insufficient margin",
    detail: { required: "31.689", available: "31" },
  });
  expect(market.engine.findOrder(orderId)!.quantity as number).toBe(200);
  expect(amended(2.05)).toBeNull();
});

test("an order may shrink while open interest is at its cap", () => {
  const market = new SmallExchange({ globalMaxOiCap: limitOf(1_500) });
  market.trade(A, "BUY", B, 150, 8);
  const orderId = market.rest(A, "BUY", 149, 2);
  market.pin(170);
  const amended = (size: number) =>
    market.apply(amendOrder({ account: A, orderId, quantity: quantityE8(size * ONE) })).rejection;
  expect(shown(amended(3))?.message).toBe("open interest limit exceeded");
  expect(amended(1)).toBeNull();
});

test("at the cap of open interest a position closes once, and the orders that close it do not open another", () => {
  const market = new SmallExchange({ globalMaxOiCap: limitOf(1_500) });
  market.trade(A, "BUY", B, 150, 10);
  market.rest(A, "SELL", 151, 10);
  expect(shown(market.order(A, "SELL", "LIMIT", 151, 10).rejection)?.message).toBe("open interest limit exceeded");
});

test("a market order by amount is checked at the most that it can buy, at the end of its price range", () => {
  // 1,455 buy 9.7 at the mark of 150, and 10 at 145.5, which are 1,500 at the mark.
  for (const [limit, code] of [
    [1_500, null],
    [1_499.999999, -1101],
  ] as const) {
    const market = new SmallExchange({ maxNotional: limitOf(limit) });
    const by = { amount: limitOf(1_455) };
    expect(market.order(A, "BUY", "MARKET", 0, 0, by).code).toBe(code);
    expect(market.order(A, "SELL", "MARKET", 0, 0, { ...by, marginMode: "ISOLATED" }).code).toBe(code);
    // At its own price an order by amount counts as what it buys there.
    market.rest(B, "SELL", 150, 1);
    expect(market.order(A, "BUY", "ASK", 0, 0, by).code).toBeNull();
  }
});
