import { describe, expect, test } from "bun:test";
import { marketData } from "@evermark/interface/markets/market-data.ts";
import { orders } from "@evermark/interface/trading/orders.ts";
import { jsonText, requestText } from "./request-text.ts";

const base = "http://127.0.0.1:8196";

describe("the text of a request", () => {
  test("a placement is compact and keeps the order of its members (vault 7)", () => {
    const body = {
      symbol: "PERP_ETH_USDC",
      side: "BUY",
      order_type: "LIMIT",
      order_price: 2500.5,
      order_quantity: 0.1,
    };
    expect(requestText(orders.placeOrder, { body }, base)).toEqual({
      method: "POST",
      url: `${base}/v1/order`,
      path: "/v1/order",
      body: '{"symbol":"PERP_ETH_USDC","side":"BUY","order_type":"LIMIT","order_price":2500.5,"order_quantity":0.1}',
    });
  });

  test("a number given as text is sent as a number, with all its digits", () => {
    const body = {
      order_price: "123456789.12345678",
      order_quantity: 1e-8,
      client_order_id: "17",
      order_tag: undefined,
    };
    expect(requestText(orders.placeOrder, { body }, base).body).toBe(
      '{"order_price":123456789.12345678,"order_quantity":0.00000001,"client_order_id":"17"}',
    );
  });

  test("a cancel has its members in the query and no body", () => {
    const text = requestText(orders.cancelOrder, { query: { symbol: "PERP_ETH_USDC", order_id: 7 } }, base);
    expect(text.path).toBe("/v1/order?symbol=PERP_ETH_USDC&order_id=7");
    expect(text.body).toBe("");
  });

  test("path parameters are expanded and escaped", () => {
    const text = requestText(orders.getOrderByClientId, { params: { client_order_id: "a b/c?d" } }, base);
    expect(text.path).toBe("/v1/client/order/a%20b%2Fc%3Fd");
    expect(() => requestText(marketData.getMarket, {}, base)).toThrow("GET /v1/public/futures/{symbol} needs symbol");
  });

  test("the signed path is the sent path, also below a prefix", () => {
    const query = { broker_id: "it's (a) b+c&d", include_archived: false, symbol: undefined };
    const text = requestText(marketData.getPublicOrderEnums, { query }, "https://example.org/venue/");
    expect(text.url).toBe(new URL(text.url).href);
    expect(text.url).toBe(`https://example.org/venue${text.path}`);
    expect(new URL(text.url).searchParams.get("broker_id")).toBe("it's (a) b+c&d");
  });

  test("a number that is not finite is refused before it is sent", () => {
    expect(() => jsonText({ order_price: Number.NaN })).toThrow("not a decimal number");
  });
});
