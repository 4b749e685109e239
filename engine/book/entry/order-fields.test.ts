// Which fields an order may combine: each refusal once, as the client reads it. Rules 2.1, interface 4.4.

import { describe, expect, test } from "bun:test";
import { micros, priceE8, quantityE8 } from "../../base/units.ts";
import { ORDER_TYPES } from "../../base/vocabulary.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import { placeOrder } from "../../testing/setup.ts";
import { ONE, shown } from "../../testing/small-exchange.ts";
import { checkFields, neverRests } from "./order-fields.ts";

const price = priceE8(150 * ONE);
const quantity = quantityE8(2 * ONE);
const amount = micros(10_000_000);
const limit = { orderType: "LIMIT", price, quantity } as const;
const market = { orderType: "MARKET", quantity } as const;

/** The invalid field, the fields of the order, the value as shown, what was expected. */
const wrong: readonly (readonly [string, Partial<PlaceOrder>, string, string])[] = [
  [
    "client_order_id",
    { ...limit, clientOrderId: "-a" },
    "-a",
    "at most 36 of A-Z, a-z, 0-9, _ and -, not beginning with -",
  ],
  ["order_tag", { ...limit, tag: "x".repeat(129) }, "x".repeat(129), "at most 128 characters"],
  ["order_price", { ...market, price }, "150", "no price for a MARKET order"],
  ["order_price", { orderType: "BID", quantity, price }, "150", "no price for a BID order"],
  ["order_amount", { orderType: "LIMIT", price, amount }, "10", "only with MARKET, ASK or BID"],
  ["order_amount", { ...market, amount }, "10", "either order_quantity or order_amount"],
  ["order_amount", { orderType: "MARKET", amount: micros(-1) }, "-0.000001", "a positive number"],
  ["order_quantity", { orderType: "MARKET" }, "0", "a positive number"],
  ["order_quantity", { ...limit, quantity: quantityE8(-ONE) }, "-1", "a positive number"],
  [
    "visible_quantity",
    { ...limit, orderType: "POST_ONLY", visible: quantityE8(ONE) },
    "1",
    "none for a POST_ONLY order",
  ],
  ["visible_quantity", { ...limit, visible: quantityE8(3 * ONE) }, "3", "between 0 and order_quantity"],
  ["visible_quantity", { ...limit, visible: quantityE8(-2 * ONE) }, "-2", "between 0 and order_quantity"],
  ["slippage", { ...limit, slippage: 1 }, "0.00000001", "only with MARKET"],
  ["slippage", { ...market, slippage: ONE + 1 }, "1.00000001", "more than 0 and at most 1"],
  ["slippage", { ...market, slippage: -1 }, "-0.00000001", "more than 0 and at most 1"],
  ["level", { ...limit, level: 0 }, "0", "only with ASK or BID"],
  ["level", { orderType: "ASK", quantity, level: 5 }, "5", "an integer from 0 to 4"],
  ["level", { orderType: "ASK", quantity, level: -2 }, "-2", "an integer from 0 to 4"],
  ["post_only_adjust", { ...limit, postOnlyAdjust: true }, "true", "only with POST_ONLY"],
  ["reduce_only", { ...limit, reduceOnly: true, inBatch: true }, "true", "no reduce-only orders in a batch"],
];

describe("an order is refused with the field, its value, and what was expected", () => {
  for (const [field, fields, value, expected] of wrong) {
    test(`${field} of ${value.slice(0, 10)}: ${expected}`, () => {
      expect(shown(checkFields(placeOrder(fields)))).toEqual({
        code: -1005,
        message: `${field} is invalid: ${value}, expected ${expected}`,
        detail: { field, value, expected },
      });
    });
  }
});

test("a limit order needs a price", () => {
  for (const orderType of ["LIMIT", "IOC", "FOK", "POST_ONLY"] as const) {
    expect(shown(checkFields(placeOrder({ orderType, quantity })))).toEqual({
      code: -1005,
      message: "order_price must be a positive number",
      detail: { field: "order_price" },
    });
  }
});

test("every valid form of an order is accepted", () => {
  const right: Partial<PlaceOrder>[] = [
    limit,
    { ...limit, marginMode: "CROSS" },
    { ...limit, marginMode: "ISOLATED" },
    { ...limit, clientOrderId: `_${"a-".repeat(17)}9` },
    { ...limit, tag: "x".repeat(128) },
    { ...limit, visible: quantityE8(0) },
    { ...limit, visible: quantity },
    { ...limit, reduceOnly: true },
    { ...limit, inBatch: true },
    { ...limit, orderType: "POST_ONLY", postOnlyAdjust: true },
    market,
    { ...market, slippage: ONE },
    { orderType: "MARKET", amount },
    { orderType: "ASK", amount, level: 0, visible: quantity },
    { orderType: "ASK", amount, level: 4 },
    { orderType: "BID", quantity, level: 0 },
    // A type that never rests ignores the visible quantity.
    { ...limit, orderType: "IOC", visible: quantityE8(0) },
  ];
  for (const fields of right) expect(checkFields(placeOrder(fields))).toBeNull();
});

test("a client order id has at most 36 characters", () => {
  expect(checkFields(placeOrder({ ...limit, clientOrderId: "a".repeat(36) }))).toBeNull();
  for (const clientOrderId of ["a".repeat(37), "a b", "é", "a\n"]) {
    expect(checkFields(placeOrder({ ...limit, clientOrderId }))?.detail.field).toBe("client_order_id");
  }
});

test("three types never rest", () => {
  expect(ORDER_TYPES.filter(neverRests)).toEqual(["MARKET", "IOC", "FOK"]);
});
