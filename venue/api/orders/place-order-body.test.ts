import { describe, expect, test } from "bun:test";
import type { OrderBody } from "@evermark/interface/trading/orders.ts";
import { ApiError } from "../../wire/api-error.ts";
import { placementOf } from "./place-order-body.ts";

const target = { account: 7, market: 2, inBatch: false };
const limit: OrderBody = {
  symbol: "PERP_BTC_USDC",
  side: "BUY",
  order_type: "LIMIT",
  order_price: 60000.1,
  order_quantity: 0.5,
};
const market: OrderBody = { symbol: "PERP_BTC_USDC", side: "SELL", order_type: "MARKET", order_quantity: 0.5 };
const bid: OrderBody = { symbol: "PERP_BTC_USDC", side: "BUY", order_type: "BID", order_quantity: 0.5 };
const postOnly: OrderBody = { ...limit, order_type: "POST_ONLY" };

function refusalOf(body: OrderBody, inBatch = false): { status: number; code: number; message: string } | "accepted" {
  try {
    placementOf(body, { ...target, inBatch });
    return "accepted";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, code: error.code, message: error.message };
  }
}

describe("a placement becomes a command", () => {
  test("with the wire's numbers counted in 10^-8 and absent members as sentinels", () => {
    expect(placementOf(limit, target)).toEqual({
      type: "place_order",
      at: 0,
      account: 7,
      market: 2,
      side: "BUY",
      orderType: "LIMIT",
      price: 6_000_010_000_000,
      quantity: 50_000_000,
      amount: 0,
      visible: -1,
      reduceOnly: false,
      clientOrderId: "",
      slippage: 0,
      level: -1,
      postOnlyAdjust: false,
      tag: "",
      marginMode: "",
      inBatch: false,
    } as never);
  });

  test("that is the same for a number and for its text", () => {
    const spelled: OrderBody = { ...limit, order_price: "60000.10", order_quantity: "5e-1" };
    expect(placementOf(spelled, target)).toEqual(placementOf(limit, target));
  });

  test("with every member of its type", () => {
    const body: OrderBody = {
      symbol: "PERP_BTC_USDC",
      side: "SELL",
      order_type: "MARKET",
      order_amount: "1000.000001",
      slippage: 0.005,
      client_order_id: "abc_1",
      order_tag: "friend",
      reduce_only: true,
      margin_mode: "CROSS",
    };
    expect(placementOf(body, target)).toMatchObject({
      quantity: 0,
      amount: 1_000_000_001,
      slippage: 500_000,
      clientOrderId: "abc_1",
      tag: "friend",
      reduceOnly: true,
      marginMode: "CROSS",
    });
  });

  test("at the best level unless the body has another", () => {
    expect(placementOf(bid, target).level).toBe(-1);
    expect(placementOf({ ...bid, level: 3 }, target).level).toBe(3);
  });

  test("that distinguishes hidden, partly visible and fully visible", () => {
    expect(placementOf({ ...limit, visible_quantity: 0 }, target).visible).toBe(0 as never);
    expect(placementOf({ ...limit, visible_quantity: 0.25 }, target).visible).toBe(25_000_000 as never);
    expect(placementOf(limit, target).visible).toBe(-1 as never);
  });

  test("with the greatest number in place of one beyond every maximum", () => {
    const huge = placementOf({ ...limit, order_price: 1e300, order_quantity: "99999999999999999999" }, target);
    expect(huge.price).toBe(Number.MAX_SAFE_INTEGER as never);
    expect(huge.quantity).toBe(Number.MAX_SAFE_INTEGER as never);
  });

  test("also when a switch that does not fit its type is off", () => {
    expect(refusalOf({ ...limit, post_only_adjust: false })).toBe("accepted");
    expect(refusalOf({ ...limit, reduce_only: false }, true)).toBe("accepted");
  });
});

describe("a placement is refused", () => {
  const amountOf = (body: OrderBody): OrderBody => ({ ...body, order_quantity: undefined });
  const without = (body: OrderBody, name: keyof OrderBody): OrderBody => ({ ...body, [name]: undefined });
  // The message begins with the member and says what was expected.
  const cases: [string, OrderBody, string][] = [
    ["a limit order without a price", without(limit, "order_price"), "order_price must be a positive number"],
    ["a price of 0", { ...limit, order_price: 0 }, "order_price must be a positive number"],
    ["a price below 0", { ...limit, order_price: -1 }, "order_price must be a positive number"],
    ["a price far below 0", { ...limit, order_price: -1e300 }, "order_price must be a positive number"],
    ["a price that is no number", { ...limit, order_price: "cheap" }, "order_price is invalid"],
    ["a price of 9 decimals", { ...limit, order_price: "60000.000000001" }, "order_price has more than 8 decimals"],
    ["a priced market order", { ...market, order_price: 1 }, "order_price is invalid"],
    ["a market order priced 0", { ...market, order_price: 0 }, "order_price must be a positive number"],
    ["a priced BID order", { ...bid, order_price: 1 }, "order_price is invalid"],
    ["no size", without(limit, "order_quantity"), "order_quantity is invalid"],
    ["a size of 0", { ...limit, order_quantity: "0.0" }, "order_quantity must be a positive number"],
    ["a size below 0", { ...market, order_quantity: -0.1 }, "order_quantity must be a positive number"],
    ["a size of 9 decimals", { ...limit, order_quantity: 1e-9 }, "order_quantity has more than 8 decimals"],
    ["two sizes", { ...market, order_amount: 10 }, "order_amount is invalid"],
    ["an amount for a limit order", { ...amountOf(limit), order_amount: 10 }, "order_amount is invalid"],
    ["an amount of 0", { ...amountOf(market), order_amount: 0 }, "order_amount must be a positive number"],
    ["an amount of 7 decimals", { ...amountOf(market), order_amount: "1.0000001" }, "order_amount has more than 6"],
    ["more visible than there is", { ...limit, visible_quantity: 0.6 }, "visible_quantity is invalid"],
    ["less visible than nothing", { ...limit, visible_quantity: -1e-8 }, "visible_quantity must not be negative"],
    ["a visible part of a post-only order", { ...postOnly, visible_quantity: 0.1 }, "visible_quantity is invalid"],
    ["a level of a limit order", { ...limit, level: 0 }, "level is invalid"],
    ["an adjusted limit order", { ...limit, post_only_adjust: true }, "post_only_adjust is invalid"],
    ["slippage of a limit order", { ...limit, slippage: 0.1 }, "slippage is invalid"],
    ["slippage of nothing", { ...market, slippage: 0 }, "slippage must be a positive number"],
    ["slippage of more than all", { ...market, slippage: 1.01 }, "slippage is invalid"],
    ["a fee tag of two parts", { ...limit, order_tag: "enum:A_1" }, "order_tag is invalid"],
  ];
  for (const [label, body, message] of cases) {
    test(`for ${label}`, () => {
      expect(refusalOf(body)).toMatchObject({ status: 400, code: -1005 });
      expect(refusalOf(body)).toHaveProperty("message", expect.stringMatching(new RegExp(`^${message}`)));
    });
  }

  test("for being reduce-only in a batch", () => {
    expect(refusalOf({ ...limit, reduce_only: true }, true)).toMatchObject({ status: 400, code: -1005 });
  });
});
