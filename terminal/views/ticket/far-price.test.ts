import { expect, test } from "bun:test";
import { Cell, CellMap } from "../../cells/cell.ts";
import type { MarketSnapshot, SymbolRule } from "../../session/asking/answers.ts";
import { farFigure, farPrice, pricesIn } from "./far-price.ts";

const BTC = "PERP_BTC_USDC";

function venue(mark: number | undefined) {
  const markets = new CellMap<string, MarketSnapshot | undefined>(() => undefined);
  if (mark !== undefined) markets.of(BTC).set({ mark_price: mark } as MarketSnapshot);
  return { markets, rules: new Cell(new Map([[BTC, { price_scope: 0.4 } as SymbolRule]])) };
}

test("a price is far away when its market would take no order there", () => {
  const at = (price: string) => farPrice(venue(58_000), BTC, [price])?.price;
  expect(["34800", "81200", "58000", "59000"].map(at)).toEqual([undefined, undefined, undefined, undefined]);
  expect(["34799.9", "81200.1", "58", "580000"].map(at)).toEqual(["34799.9", "81200.1", "58", "580000"]);
});

test("the question contains the price, its distance, and the mark price", () => {
  expect(farPrice(venue(58_000), BTC, ["58000", undefined, "58"])?.question).toStartWith(
    "58 is 99.9 % below the mark price of 58,000",
  );
  expect(farFigure(venue(50), BTC, 1_000)?.question).toStartWith("1,000 is 1,900 % above the mark price of 50");
});

test("there is no question without a price, or before the mark price is known", () => {
  expect(farPrice(venue(undefined), BTC, ["58"])).toBeUndefined();
  expect(farPrice(venue(58_000), "PERP_ETH_USDC", ["58"])).toBeUndefined();
  expect(farPrice(venue(58_000), BTC, ["", undefined])).toBeUndefined();
});

test("every price of an order counts, including those of its legs, and nothing else", () => {
  const leg = { algo_type: "TAKE_PROFIT", trigger_price: "7", price: undefined };
  const bracket = { order_quantity: "1", price: "5", child_orders: [{ child_orders: [leg, { trigger_price: "8" }] }] };
  expect(pricesIn(bracket)).toEqual(["5", "7", "8"]);
  expect(pricesIn({ order_price: 3, activated_price: "4", callback_value: "100", order_amount: "9" })).toEqual([
    "3",
    "4",
  ]);
});
