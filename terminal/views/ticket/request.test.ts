import { describe, expect, test } from "bun:test";
import type { MarketRules } from "@evermark/client";
import { type Draft, EMPTY_DRAFT } from "./draft.ts";
import { type FaultField, faultsOf } from "./faults.ts";
import { probeOf } from "./probe.ts";
import { type DraftMarket, requestOf } from "./request.ts";

const RULES: MarketRules = {
  ...{ quote_min: 0.1, quote_max: 100_000, quote_tick: 0.1, base_min: 0.01, base_max: 500, base_tick: 0.01 },
  ...{ min_notional: 10, price_range: 0.03, price_scope: 0.4 },
};
const MARKET: DraftMarket = { symbol: "PERP_ETH_USDC", marginMode: "CROSS", lot: RULES.base_tick, markPrice: 3_000 };

const draft = (part: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...part });
const request = (part: Partial<Draft>) => requestOf(draft(part), MARKET);
const faults = (part: Partial<Draft>) => faultsOf(draft(part), MARKET, RULES);
const said = (part: Partial<Draft>, field: FaultField) => faults(part).get(field)?.text;

const common = { symbol: "PERP_ETH_USDC", margin_mode: "CROSS" } as const;

describe("a draft becomes", () => {
  test("a limit order, with exactly what was typed", () => {
    expect(request({ price: "3000.50", size: ".5" })).toEqual({
      to: "order",
      body: { ...common, side: "BUY", order_type: "LIMIT", order_price: "3000.5", order_quantity: "0.5" },
    });
  });

  test("a market order by value, with a slippage in percent", () => {
    expect(request({ kind: "MARKET", side: "SELL", size: "100", unit: "quote", slippage: "0.5" })).toEqual({
      to: "order",
      body: { ...common, side: "SELL", order_type: "MARKET", order_amount: "100", slippage: "0.005" },
    });
  });

  test("a limit order for a value: as many lots as it buys at the price", () => {
    expect(request({ price: "3000", size: "100", unit: "quote" }).body).toMatchObject({ order_quantity: "0.03" });
  });

  test("an order at a level of the book, partly hidden", () => {
    expect(request({ kind: "ASK", size: "1", level: 2, visible: "0", reduceOnly: true }).body).toEqual({
      ...{ ...common, side: "BUY", order_type: "ASK", order_quantity: "1" },
      ...{ level: 2, visible_quantity: "0", reduce_only: true },
    });
  });

  test("a stop", () => {
    expect(request({ kind: "STOP_LIMIT", trigger: "2900", price: "2890", size: "1", hides: true })).toEqual({
      to: "algo",
      body: {
        ...{ ...common, side: "BUY", algo_type: "STOP", type: "LIMIT" },
        ...{ quantity: "1", price: "2890", trigger_price: "2900", visible_quantity: false },
      },
    });
  });

  test("a trailing stop by rate or by value", () => {
    const trailing = { kind: "TRAILING_STOP", size: "1", callback: "0.7", activation: "3100" } as const;
    expect(request(trailing).body).toMatchObject({ callback_rate: "0.007", activated_price: "3100" });
    expect(request({ ...trailing, callbackUnit: "quote", callback: "20" }).body).toMatchObject({
      callback_value: "20",
    });
  });

  test("take profit and stop loss of a long: both sell, with a limit where one was given", () => {
    const legs = { takeProfit: { trigger: "3200", price: "" }, stopLoss: { trigger: "2900", price: "2895" } };
    const leg = { side: "SELL", reduce_only: true };
    expect(request({ kind: "TP_SL", side: "SELL", size: "2", ...legs }).body).toMatchObject({
      algo_type: "TP_SL",
      quantity: "2",
      child_orders: [
        { ...leg, algo_type: "TAKE_PROFIT", type: "MARKET", trigger_price: "3200" },
        { ...leg, algo_type: "STOP_LOSS", type: "LIMIT", trigger_price: "2900", price: "2895" },
      ],
    });
    const whole = request({ kind: "POSITIONAL_TP_SL", side: "SELL", size: "2", ...legs }).body;
    expect(whole).toMatchObject({ child_orders: [{ type: "CLOSE_POSITION" }, { type: "LIMIT" }] });
    expect(whole).not.toHaveProperty("quantity");
  });

  test("an entry with protection: a bracket whose legs close what it opens", () => {
    const protection = { isProtected: true, stopLoss: { trigger: "2900", price: "" } };
    expect(request({ price: "3000", size: "1", ...protection })).toEqual({
      to: "algo",
      body: {
        ...{ ...common, side: "BUY", algo_type: "BRACKET", type: "LIMIT", price: "3000", quantity: "1" },
        child_orders: [
          {
            algo_type: "TP_SL",
            child_orders: [
              { algo_type: "STOP_LOSS", side: "SELL", type: "MARKET", trigger_price: "2900", reduce_only: true },
            ],
          },
        ],
      },
    });
  });
});

describe("a draft shows the fault", () => {
  test("of a missing value, where the order type needs it", () => {
    expect([...faults({}).keys()]).toEqual(["price", "size"]);
    expect([...faults({ kind: "STOP_LIMIT" }).keys()]).toEqual(["trigger", "price", "size"]);
    expect([...faults({ kind: "POSITIONAL_TP_SL" }).keys()]).toEqual(["takeProfit"]);
    expect([...faults({ isProtected: true, price: "3000", size: "1" }).keys()]).toEqual(["takeProfit"]);
    expect([...faults({}).values()].every(({ isMissing }) => isMissing)).toBe(true);
  });

  test("of the market's steps and limits", () => {
    const order = { price: "3000", size: "1" };
    expect(faults(order).size).toBe(0);
    expect(said({ ...order, price: "3000.05" }, "price")).toBe("Steps of 0.1.");
    expect(said({ ...order, price: "100000.1" }, "price")).toBe("At most 100,000.");
    expect(said({ ...order, size: "0.001" }, "size")).toBe("At least 0.01.");
    expect(said({ ...order, size: "1.005" }, "size")).toBe("Steps of 0.01.");
    expect(said({ ...order, size: "501" }, "size")).toBe("At most 500.");
    expect(said({ price: "900", size: "0.01" }, "size")).toBe("Worth at least 10 USDC.");
    expect(said({ ...order, size: "20", unit: "quote" }, "size")).toBe("Less than one lot.");
    expect(said({ ...order, visible: "2" }, "visible")).toBe("At most the size.");
  });

  test("of a trailing stop's distance", () => {
    const trailing = (callback: string, callbackUnit: Draft["callbackUnit"] = "percent") =>
      said({ kind: "TRAILING_STOP", size: "1", callback, callbackUnit }, "callback");
    expect([trailing("0.1"), trailing("5"), trailing("4.90")]).toEqual([undefined, undefined, undefined]);
    expect(["0.05", "5.1", "0.15"].map((rate) => trailing(rate))).toEqual(Array(3).fill("0.1 to 5 % in steps of 0.1."));
    expect(trailing("0.05", "quote")).toBe("Steps of 0.1.");
  });

  test("of a limit price without a trigger", () => {
    const takeProfit = { trigger: "3200", price: "" };
    const part = { kind: "TP_SL", size: "1", takeProfit, stopLoss: { trigger: "", price: "2900" } } as const;
    expect([...faults(part).keys()]).toEqual(["stopLossPrice"]);
  });
});

test("for an incomplete draft, the smallest similar order is previewed", () => {
  expect(probeOf(draft({ price: "3000" }), MARKET, RULES)).toMatchObject({ order_type: "LIMIT", order_quantity: 0.01 });
  expect(probeOf(draft({}), MARKET, RULES)).toMatchObject({ order_type: "MARKET", side: "BUY" });
  expect(probeOf(draft({ kind: "TP_SL", side: "SELL" }), MARKET, RULES)).toMatchObject({ reduce_only: true });
  expect(probeOf(draft({ kind: "POSITIONAL_TP_SL" }), MARKET, RULES)).toBeNull();
  const named = draft({ price: "3000", size: "1", clientOrderId: "mine" });
  expect(probeOf(named, MARKET, RULES)).not.toHaveProperty("client_order_id");
});
