// Every malformed input that the endpoint rows of market data, orders and positions refuse by themselves.
// Errors 7 and 8.2 to 8.5.

import { describe, expect, test } from "bun:test";
import { marketData } from "@evermark/interface/markets/market-data.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { batchItem, orders } from "@evermark/interface/trading/orders.ts";
import { positions } from "@evermark/interface/trading/positions.ts";
import type { TSchema } from "typebox";
import { requireAmendable } from "../../api/orders/change-order.ts";
import { ApiError } from "../../wire/api-error.ts";
import { parseJsonObject } from "./json-body.ts";
import { parseQuery } from "./query-text.ts";
import { Validator } from "./validation.ts";

function refused(validate: () => unknown): string {
  try {
    validate();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect([error.status, error.code]).toEqual([400, -1005]);
    return error.message;
  }
  return "accepted";
}

const body = (row: EndpointRow, json: unknown) =>
  refused(() => new Validator(row.body as TSchema).validate(parseJsonObject(JSON.stringify(json))));
const query = (row: EndpointRow, text: string) =>
  refused(() => new Validator(row.query as TSchema, { text: true }).validate(parseQuery(text)));
const path = (row: EndpointRow, members: Record<string, string>) =>
  refused(() => new Validator(row.params as TSchema, { text: true }).validate(members));

const order = { symbol: "PERP_BTC_USDC", side: "BUY", order_type: "LIMIT", order_price: 60000, order_quantity: 1 };

describe("POST /v1/order", () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ["nothing", {}, "symbol must not be blank"],
    ["no side", { ...order, side: undefined }, "side must not be blank"],
    ["no type", { ...order, order_type: "" }, "order_type must not be blank"],
    ["a foreign side", { ...order, side: "buy" }, 'side is invalid: "buy", expected BUY or SELL'],
    ["a foreign type", { ...order, order_type: "STOP" }, "order_type is invalid"],
    ["a foreign margin mode", { ...order, margin_mode: "HEDGE" }, "margin_mode is invalid"],
    ["an id of 37 characters", { ...order, client_order_id: "x".repeat(37) }, "client_order_id is invalid"],
    ["an id that starts with a hyphen", { ...order, client_order_id: "-a" }, "client_order_id is invalid"],
    ["an id with a space", { ...order, client_order_id: "a b" }, "client_order_id is invalid"],
    ["a tag of 129 characters", { ...order, order_tag: "x".repeat(129) }, "order_tag is invalid"],
    ["a price that is a list", { ...order, order_price: [1] }, "order_price is invalid"],
    ["a quantity that is a switch", { ...order, order_quantity: true }, "order_quantity is invalid"],
    ["a level above 4", { ...order, order_type: "BID", level: 5 }, "level is invalid"],
    ["a level between levels", { ...order, order_type: "BID", level: 1.5 }, "level is invalid"],
    ["a switch that is text", { ...order, reduce_only: "yes" }, "reduce_only is invalid"],
  ];
  for (const [label, members, message] of cases) {
    test(`refuses ${label}`, () => expect(body(orders.placeOrder, members)).toStartWith(message));
  }

  test("takes numbers as text, an id of 36 characters, null for an absent member, and unknown members", () => {
    const members = { ...order, order_price: "60000", client_order_id: `_${"x".repeat(35)}`, order_tag: null, x: 1 };
    expect(body(orders.placeOrder, members)).toBe("accepted");
  });
});

describe("PUT /v1/order", () => {
  const amendment = { ...order, order_id: 5 };
  test("refuses a missing identity", () => {
    for (const name of ["order_id", "symbol", "side", "order_type"]) {
      expect(body(orders.amendOrder, { ...amendment, [name]: undefined })).toBe(`${name} must not be blank`);
    }
  });
  test("refuses every member but the four identities, price and quantity", () => {
    for (const name of ["status", "executed_quantity", "client_order_id", "order_tag", "reduce_only", "anything"]) {
      const message = refused(() => requireAmendable({ ...amendment, [name]: "x" }));
      expect(message).toBe("You can not change other order info.");
    }
  });
  test("takes an id as a number or as text", () => {
    expect(body(orders.amendOrder, amendment)).toBe("accepted");
    expect(body(orders.amendOrder, { ...amendment, order_id: "5" })).toBe("accepted");
    expect(body(orders.amendOrder, { ...amendment, order_id: "five" })).toStartWith("order_id is invalid");
    expect(body(orders.amendOrder, { ...amendment, order_id: 0 })).toStartWith("order_id is invalid");
  });
});

describe("other order calls", () => {
  const cases: [EndpointRow, string, string][] = [
    [orders.cancelOrder, "order_id=1", "symbol must not be blank"],
    [orders.cancelOrder, "symbol=PERP_BTC_USDC", "order_id must not be blank"],
    [orders.cancelOrder, "symbol=PERP_BTC_USDC&order_id=abc", "order_id is invalid"],
    [orders.cancelOrder, "symbol=PERP_BTC_USDC&order_id=99999999999999999999", "order_id is invalid"],
    [orders.cancelOrderByClientId, "symbol=PERP_BTC_USDC", "client_order_id must not be blank"],
    [orders.cancelBatch, "", "order_ids must not be blank"],
    [orders.cancelBatchByClientId, "", "client_order_ids must not be blank"],
    [orders.getOrders, "status=OPEN", "status is invalid"],
    [orders.getOrders, "side=LONG", "side is invalid"],
    [orders.getOrders, "page=0", "page is invalid"],
    [orders.getOrders, "size=501", "size is invalid"],
    [orders.getOrders, "size=x", "size is invalid"],
    [orders.getOrders, "sort_by=PRICE", "sort_by is invalid"],
    [orders.getOrders, "start_t=yesterday", "start_t is invalid"],
    [orders.getTrades, "page=-1", "page is invalid"],
    [orders.getTrades, "size=0", "size is invalid"],
  ];
  for (const [row, text, message] of cases) {
    test(`${row.method} ${row.path} refuses ?${text}`, () => expect(query(row, text)).toStartWith(message));
  }

  test("an id in a path is a whole number above 0", () => {
    expect(path(orders.getOrder, { order_id: "12" })).toBe("accepted");
    expect(path(orders.getOrder, { order_id: "x" })).toStartWith("order_id is invalid");
    expect(path(orders.getTrade, { trade_id: "0" })).toStartWith("trade_id is invalid");
    expect(path(orders.getOrderTrades, { order_id: "1.5" })).toStartWith("order_id is invalid");
  });

  test("a batch has 1 to 10 items, whatever is in them", () => {
    expect(body(orders.placeBatch, {})).toBe("orders must not be blank");
    expect(body(orders.placeBatch, { orders: [] })).toStartWith("orders is invalid");
    expect(body(orders.placeBatch, { orders: Array(11).fill(order) })).toStartWith("orders is invalid");
    expect(body(orders.placeBatch, { orders: [1] })).toStartWith("orders is invalid");
    expect(body(orders.placeBatch, { orders: Array(10).fill({ side: 5 }) })).toBe("accepted");
  });

  test("an item of a batch is checked as strictly as an order", () => {
    const item = new Validator(batchItem);
    expect(refused(() => item.validate({ ...order, side: "LONG" }))).toStartWith("side is invalid");
    expect(refused(() => item.validate({ symbol: "PERP_BTC_USDC" }))).toBe("side must not be blank");
  });

  test("the dead-man switch waits at most 900 seconds", () => {
    expect(body(orders.cancelAllAfter, {})).toBe("trigger_after must not be blank");
    expect(body(orders.cancelAllAfter, { trigger_after: -1 })).toStartWith("trigger_after is invalid");
    expect(body(orders.cancelAllAfter, { trigger_after: 900_001 })).toStartWith("trigger_after is invalid");
    expect(body(orders.cancelAllAfter, { trigger_after: "5000" })).toBe("accepted");
  });
});

describe("positions and leverage", () => {
  test("a leverage is a whole number from 1 to 100", () => {
    for (const row of [positions.setLeverages, positions.setLeverage]) {
      expect(body(row, { symbol: "PERP_BTC_USDC" })).toBe("leverage must not be blank");
      for (const leverage of [0, 101, 1.5, -3, "x", true]) {
        expect(body(row, { leverage })).toStartWith("leverage is invalid");
      }
      expect(body(row, { leverage: 10 })).toBe("accepted");
    }
  });
  test("a margin mode is CROSS or ISOLATED", () => {
    expect(query(positions.getPosition, "margin_mode=BOTH")).toStartWith("margin_mode is invalid");
    expect(query(positions.getLeverage, "")).toBe("symbol must not be blank");
  });
});

describe("public market data", () => {
  const cases: [EndpointRow, string, string][] = [
    [marketData.getMarketTrades, "limit=10", "symbol must not be blank"],
    [marketData.getMarketTrades, "symbol=PERP_BTC_USDC", "limit must not be blank"],
    [marketData.getMarketTrades, "symbol=PERP_BTC_USDC&limit=0", "limit is invalid"],
    [marketData.getMarketTrades, "symbol=PERP_BTC_USDC&limit=1.5", "limit is invalid"],
    [marketData.getMarketTrades, "symbol=PERP_BTC_USDC&limit=100000", "accepted"],
    [marketData.getPublicOrderEnums, "", "broker_id must not be blank"],
    [marketData.getPublicOrderEnums, "broker_id=a&include_archived=maybe", "include_archived is invalid"],
    [marketData.getKlines, "symbol=PERP_BTC_USDC", "type must not be blank"],
    [marketData.getKlines, "symbol=PERP_BTC_USDC&type=2m", "type is invalid"],
    [marketData.getKlines, "symbol=PERP_BTC_USDC&type=1m&limit=1001", "limit is invalid"],
    [marketData.getKlines, "symbol=PERP_BTC_USDC&type=1mon&limit=1000", "accepted"],
    [marketData.getBrokers, "address=0x12", "address is invalid"],
    [marketData.getOrderbook, "max_level=0", "max_level is invalid"],
  ];
  for (const [row, text, message] of cases) {
    test(`${row.path} and ?${text}: ${message}`, () => expect(query(row, text)).toStartWith(message));
  }
});
