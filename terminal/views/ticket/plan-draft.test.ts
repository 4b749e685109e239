import { expect, test } from "bun:test";
import { type Draft, EMPTY_DRAFT } from "./draft.ts";
import { asOneOrder, EMPTY_PLAN, type PlanDraft, planWithWish, sideOfWish } from "./plan-draft.ts";
import type { DraftMarket } from "./request.ts";

const market: DraftMarket = { symbol: "PERP_BTC_USDC", marginMode: "CROSS", lot: 0.001, markPrice: 60_000 };
const inUsdc: Draft = { ...EMPTY_DRAFT, side: "SELL", size: "6,000", unit: "quote" };
const order = (kind: "TWAP" | "SCALE" | "CHASE", plan: Partial<PlanDraft>, draft = inUsdc, here = market) => {
  const { size, kind: type, price } = asOneOrder(kind, { ...EMPTY_PLAN, ...plan }, draft, here, 0.1);
  return [size, type, price];
};

test("a size in USDC is converted at the limit, at the average price of a scale, or at the mark price", () => {
  expect(order("TWAP", {})).toEqual(["0.1", "MARKET", ""]);
  expect(order("TWAP", { limit: "40,000" })).toEqual(["0.15", "LIMIT", "40000"]);
  expect(order("CHASE", { limit: "50000" })).toEqual(["0.12", "LIMIT", "50000"]);
  expect(order("SCALE", { from: "40000", to: "80000" })).toEqual(["0.1", "LIMIT", "60000"]);
  // Two thirds of the size at the end, one third at the start.
  expect(order("SCALE", { from: "30000", to: "60000", orders: "2", sizes: "rising" })).toEqual([
    "0.12",
    "LIMIT",
    "50000",
  ]);
  expect(order("SCALE", { from: "30000", to: "" })).toEqual(["0.1", "MARKET", ""]);
});

test("a size in base currency is used as it is, and one that can't be computed is empty", () => {
  expect(order("CHASE", { limit: "50000" }, { ...inUsdc, size: "0.25", unit: "base" })[0]).toBe("0.25");
  expect(order("TWAP", {}, inUsdc, { ...market, markPrice: undefined })[0]).toBe("");
  expect(order("TWAP", { limit: "1e5" }, { ...inUsdc, size: "" })).toEqual(["", "MARKET", ""]);
});

test("a click on a price of the book sets the limit of a TWAP or a chase, and the ends of a scale in turn", () => {
  expect(planWithWish("TWAP", EMPTY_PLAN, { price: 59_990.5 })).toEqual({ ...EMPTY_PLAN, limit: "59990.5" });
  expect(planWithWish("CHASE", EMPTY_PLAN, { price: 59_990.5 })).toEqual({ ...EMPTY_PLAN, limit: "59990.5" });
  const clicked = [59_000, 59_100, 58_000].reduce((plan, price) => planWithWish("SCALE", plan, { price }), EMPTY_PLAN);
  expect(clicked).toMatchObject({ from: "58000", to: "59100", nextEnd: "to" });
  expect(planWithWish("SCALE", EMPTY_PLAN, { side: "BUY" })).toEqual(EMPTY_PLAN);
});

test("a scale dragged over rows is placed in them, on their side; other plans trade with them", () => {
  const wish = { side: "BUY", price: 60_050, quantity: 2, best: 60_010 } as const;
  expect(planWithWish("SCALE", { ...EMPTY_PLAN, nextEnd: "to" }, wish)).toMatchObject({
    ...{ from: "60010", to: "60050", nextEnd: "from" },
  });
  expect(planWithWish("TWAP", EMPTY_PLAN, wish).limit).toBe("60050");
  expect([sideOfWish("SCALE", wish), sideOfWish("SCALE", { ...wish, side: "SELL" })]).toEqual(["SELL", "BUY"]);
  expect([sideOfWish("TWAP", wish), sideOfWish("CHASE", wish), sideOfWish(null, wish)]).toEqual(["BUY", "BUY", "BUY"]);
  expect(sideOfWish("SCALE", { price: 1 })).toBeUndefined();
});
