// A market's filters: each refusal once, with its numbers, and the last value that passes. Rules 1.2, 1.3 (7) to (11).

import { describe, expect, test } from "bun:test";
import { micros, priceE8, quantityE8 } from "../../base/units.ts";
import { A, B, ONE, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";

const refusal = (
  market: SmallExchange,
  ...order: Parameters<SmallExchange["order"]> extends [number, ...infer R] ? R : never
) => shown(market.order(A, ...order).rejection);

test("a quantity just above base_max is refused even if its whole lots are not above it", () => {
  const market = new SmallExchange({ baseMax: quantityE8(10 * ONE) });
  expect(refusal(market, "BUY", "LIMIT", 150, 10)).toBeNull();
  expect(refusal(market, "BUY", "LIMIT", 150, 10.001)).toMatchObject({
    code: -1104,
    message: expect.stringContaining("and 10"),
  });
});

test("a quantity off the grid is refused whatever the visible quantity, and before the visible quantity is checked", () => {
  for (const visible of [0.5, 0, 0.005]) {
    expect(
      refusal(new SmallExchange(), "BUY", "LIMIT", 149, 1.005, { visible: quantityE8(visible * ONE) }),
    ).toMatchObject({ code: -1104, detail: { field: "order_quantity", quantity: "1.005" } });
  }
});

describe("a price", () => {
  test("is between quote_min and quote_max", () => {
    const market = new SmallExchange({ quoteMin: priceE8(140 * ONE), quoteMax: priceE8(200 * ONE) });
    const refused = (price: string) => ({
      code: -1103,
      message: "order_price must be between 140 and 200",
      detail: { price, expected: "between 140 and 200" },
    });
    expect(refusal(market, "BUY", "LIMIT", 139.999, 1)).toEqual(refused("139.999"));
    expect(refusal(market, "SELL", "LIMIT", 200.001, 1)).toEqual(refused("200.001"));
    expect([refusal(market, "BUY", "LIMIT", 140, 1), refusal(market, "SELL", "LIMIT", 200, 1)]).toEqual([null, null]);
  });

  test("is a multiple of quote_tick", () => {
    expect(refusal(new SmallExchange(), "BUY", "LIMIT", 149.0005, 1)).toEqual({
      code: -1103,
      message: "order_price must be a multiple of 0.001",
      detail: { price: "149.0005", quote_tick: "0.001" },
    });
  });

  test("keeps to the range and the scope around the mark, both ends included", () => {
    const market = new SmallExchange();
    const refused = (price: string, min: string, max: string) => ({
      code: -1105,
      message: "price too far from the mark price",
      detail: { price, mark: "150", min, max },
    });
    expect(refusal(market, "BUY", "LIMIT", 154.501, 1)).toEqual(refused("154.501", "90", "154.5"));
    expect(refusal(market, "BUY", "LIMIT", 89.999, 1)).toEqual(refused("89.999", "90", "154.5"));
    expect(refusal(market, "SELL", "LIMIT", 145.499, 1)).toEqual(refused("145.499", "145.5", "210"));
    expect(refusal(market, "SELL", "LIMIT", 210.001, 1)).toEqual(refused("210.001", "145.5", "210"));
    expect(refusal(market, "BUY", "LIMIT", 90, 1)).toBeNull();
    expect(refusal(market, "SELL", "LIMIT", 210, 1)).toBeNull();
    expect(refusal(market, "BUY", "IOC", 154.5, 1)).toBeNull();
    expect(refusal(market, "SELL", "IOC", 145.5, 1)).toBeNull();
  });

  test("of an ASK or BID order is that of a visible level, or the order is refused", () => {
    const market = new SmallExchange();
    market.rest(B, "SELL", 151, 1);
    market.rest(B, "SELL", 151.5, 1, { visible: quantityE8(0) });
    market.rest(B, "SELL", 152, 1);
    const bought = market.order(A, "SELL", "ASK", 0, 1, { level: 1 });
    expect(bought.orders[0]!.price as number).toBe(152_000);
    expect(refusal(market, "BUY", "ASK", 0, 1, { level: 2 })).toEqual({
      code: -1005,
      message: "level is invalid: the book has no such price",
      detail: { field: "level" },
    });
    // Without a level the best one is taken.
    expect(market.order(A, "SELL", "ASK", 0, 1).orders[0]!.price as number).toBe(151_000);
  });
});

describe("a quantity", () => {
  test("is between base_min and base_max", () => {
    const market = new SmallExchange({ baseMin: quantityE8(ONE), baseMax: quantityE8(5 * ONE) });
    const refused = (quantity: string) => ({
      code: -1104,
      message: "order_quantity must be between 1 and 5",
      detail: { quantity, expected: "between 1 and 5" },
    });
    expect(refusal(market, "BUY", "LIMIT", 150, 0.99)).toEqual(refused("0.99"));
    expect(refusal(market, "BUY", "LIMIT", 150, 5.01)).toEqual(refused("5.01"));
    // A quantity less than a lot above the maximum is above it too, and is never cut down.
    expect(refusal(market, "BUY", "LIMIT", 150, 5.001)?.code).toBe(-1104);
    expect([refusal(market, "BUY", "LIMIT", 150, 1), refusal(market, "BUY", "LIMIT", 150, 5)]).toEqual([null, null]);
  });

  test("is a multiple of base_tick, the visible part as well", () => {
    const market = new SmallExchange();
    const refused = (field: string, quantity: string) => ({
      code: -1104,
      message: "quantity not aligned",
      detail: { field, quantity, base_tick: "0.01" },
    });
    expect(refusal(market, "BUY", "LIMIT", 150, 1.005)).toEqual(refused("order_quantity", "1.005"));
    const visible = quantityE8(0.005 * ONE);
    expect(refusal(market, "BUY", "LIMIT", 150, 1, { visible })).toEqual(refused("visible_quantity", "0.005"));
  });

  test("is worth at least min_notional, at the mark where the order has no price", () => {
    const market = new SmallExchange();
    const refused = (notional: string) => ({
      code: -1102,
      message: "notional too small",
      detail: { notional, min_notional: "10" },
    });
    expect(refusal(market, "BUY", "LIMIT", 100, 0.09)).toEqual(refused("9"));
    expect(refusal(market, "BUY", "LIMIT", 100, 0.1)).toBeNull();
    expect(refusal(market, "BUY", "MARKET", 0, 0.06)).toEqual(refused("9"));
    expect(refusal(market, "BUY", "MARKET", 0, 0.07)).toBeNull();
  });

  test("of an order by amount is whole lots, and may be zero", () => {
    const market = new SmallExchange({ minNotional: micros(0) });
    market.rest(B, "BUY", 149, 1);
    const { orders } = market.order(A, "BUY", "BID", 0, 0, { amount: micros(100 * USDC) });
    expect([orders[0]!.quantity, orders[0]!.amount] as number[]).toEqual([67, 100 * USDC]);
    const amount = micros(1_489_999);
    expect(refusal(market, "BUY", "BID", 0, 0, { amount })).toMatchObject({ code: -1104, detail: { quantity: "0" } });
  });

  test("may be dust where it closes a whole position at the market, and nowhere else", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", B, 150, 0.1);
    market.rest(B, "BUY", 150, 1);
    market.trade(A, "SELL", B, 150, 0.07);
    market.rest(B, "BUY", 150, 1);
    expect(refusal(market, "SELL", "LIMIT", 150, 0.03, { reduceOnly: true })?.code).toBe(-1102);
    expect(refusal(market, "SELL", "MARKET", 0, 0.02, { reduceOnly: true })?.code).toBe(-1102);
    expect(refusal(market, "SELL", "MARKET", 0, 0.03)?.code).toBe(-1102);
    // An order by amount never counts as closing a whole position, even when it has exactly its size.
    const amount = micros(4.5 * USDC);
    expect(refusal(market, "SELL", "MARKET", 0, 0, { reduceOnly: true, amount })?.code).toBe(-1102);
    expect(market.order(A, "SELL", "MARKET", 0, 0.03, { reduceOnly: true }).status).toBe("FILLED");
  });

  test("of a whole position may be less than base_min as well", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", B, 150, 0.1);
    market.sol.parameters = { ...market.sol.parameters, baseMin: quantityE8(0.5 * ONE) };
    market.rest(B, "BUY", 150, 1);
    expect(refusal(market, "SELL", "MARKET", 0, 0.09, { reduceOnly: true })?.code).toBe(-1104);
    expect(market.order(A, "SELL", "MARKET", 0, 0.1, { reduceOnly: true }).status).toBe("FILLED");
  });

  test("that would be visible is not checked for an order that never rests", () => {
    const market = new SmallExchange();
    const visible = quantityE8(0.005 * ONE);
    expect(refusal(market, "BUY", "IOC", 150, 1, { visible })).toBeNull();
    expect(refusal(market, "BUY", "LIMIT", 150, 1, { visible })?.code).toBe(-1104);
  });
});

test("a reduce-only order needs a position on the other side", () => {
  const market = new SmallExchange();
  const refused = {
    code: -1005,
    message: "reduce_only is invalid: expected an open position on the other side",
    detail: { field: "reduce_only" },
  };
  expect(refusal(market, "SELL", "LIMIT", 150, 1, { reduceOnly: true })).toEqual(refused);
  market.trade(A, "BUY", B, 150, 1);
  expect(refusal(market, "BUY", "LIMIT", 149, 1, { reduceOnly: true })).toEqual(refused);
  expect(refusal(market, "SELL", "LIMIT", 151, 1, { reduceOnly: true })).toBeNull();
});

test("price comes before range, range before quantity, quantity before notional, notional before direction", () => {
  const market = new SmallExchange();
  const codes = (
    [
      [300.0005, 0.005],
      [300, 0.005],
      [100, 0.005],
      [100, 0.01],
      [100, 1],
    ] as const
  ).map(([price, size]) => refusal(market, "BUY", "LIMIT", price, size, { reduceOnly: true })?.code);
  expect(codes).toEqual([-1103, -1105, -1104, -1102, -1005]);
});

test("post_only_adjust moves a price only if it would cross", () => {
  const market = new SmallExchange();
  const priceOf = (side: "BUY" | "SELL", price: number) =>
    market.order(A, side, "POST_ONLY", price, 1, { postOnlyAdjust: true }).orders[0]!.price / 1_000;
  expect(priceOf("BUY", 150)).toBe(150);
  market.rest(B, "SELL", 151, 1);
  expect([priceOf("BUY", 151), priceOf("BUY", 150.5), priceOf("BUY", 152)]).toEqual([150.999, 150.5, 150.999]);
  expect([priceOf("SELL", 150), priceOf("SELL", 152)]).toEqual([151, 152]);
});

test.each(["BUY", "SELL"] as const)(
  "slippage is measured from the visible book: where that is empty, a %s is bound by the range alone",
  (side) => {
    const filled = (shown: number) => {
      const market = new SmallExchange();
      const other = side === "BUY" ? "SELL" : "BUY";
      market.rest(A, other, side === "BUY" ? 152 : 148, 1, { visible: quantityE8(0) });
      if (shown > 0) market.rest(A, other, shown, 1);
      return market.order(B, side, "MARKET", 0, 2, { slippage: ONE / 1_000 }).trades.length;
    };
    // One thousandth away from 150.
    expect([filled(0), filled(150)]).toEqual([1, 1]);
    expect(filled(side === "BUY" ? 151.9 : 148.1)).toBe(2);
  },
);
