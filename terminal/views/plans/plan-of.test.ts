import { expect, test } from "bun:test";
import type { PlanKind } from "../../session/plans/moves/plan.ts";
import { words } from "../../texts/words.ts";
import { EMPTY_PLAN, type PlanDraft } from "../ticket/for-plans.ts";
import { isPlan, planOf } from "./plan-of.ts";

const rule = {
  ...{ quote_min: 0.1, quote_max: 1_000_000, quote_tick: 0.1, base_min: 0.001, base_max: 5, base_tick: 0.001 },
  ...{ min_notional: 10, price_range: 0.03, price_scope: 0.6 },
};
const market = {
  symbol: "PERP_BTC_USDC",
  side: "BUY",
  reduceOnly: false,
  marginMode: "CROSS",
  rule,
  markPrice: 60_000,
} as const;

type Typed = Partial<PlanDraft> & { readonly size?: string; readonly quantity?: string };

function made(kind: PlanKind, { size = "", quantity = size, ...draft }: Typed) {
  return planOf(kind, { ...EMPTY_PLAN, ...draft }, { ...market, size, quantity });
}

function faults(kind: PlanKind, typed: Typed): Record<string, string> {
  const plan = made(kind, typed);
  return isPlan(plan) ? {} : Object.fromEntries([...plan].map(([field, { text }]) => [field, text]));
}

test("a TWAP has a size in lots, a number of slices and the time between them", () => {
  expect(made("TWAP", { size: "0.12", minutes: "30", slices: "12", limit: "60,100.5" })).toMatchObject({
    ...{ kind: "TWAP", sizeLots: 120, slices: 12, intervalMs: 150_000, limitTicks: 601_005, mostLots: 5_000 },
  });
});

test("a size in USDC is converted to lots; one of less than a lot, or without a price yet, is a fault", () => {
  expect(made("TWAP", { size: "6,000", quantity: "0.1" })).toMatchObject({ kind: "TWAP", sizeLots: 100 });
  expect(faults("TWAP", { size: "5", quantity: "0" })).toEqual({ size: words.ticket.fault.tooSmallForOne });
  expect(faults("TWAP", { size: "5", quantity: "" })).toEqual({ size: words.ticket.fault.noMark });
});

test("a plan whose smallest order the market would refuse is a fault of the field that makes it so small", () => {
  expect(faults("TWAP", { size: "0.01", slices: "20" })).toEqual({
    slices: "The smallest order would be 0, and the minimum is 0.001: use fewer orders or a larger size.",
  });
  // 0.001 BTC is worth less than 10 USDC at this price.
  expect(faults("TWAP", { size: "0.01", slices: "10", limit: "9000" })).toEqual({
    slices: "The smallest order would be 0.001, and the minimum is 0.002: use fewer orders or a larger size.",
  });
  expect(faults("SCALE", { size: "0.01", orders: "5", sizes: "rising", from: "59000", to: "59100" })).toEqual({
    orders: "The smallest order would be 0, and the minimum is 0.001: use fewer orders or a larger size.",
  });
  expect(faults("CHASE", { size: "0.001", limit: "9000" })).toHaveProperty("size");
  expect(faults("SCALE", { size: "20", orders: "2", from: "59000", to: "59100" })).toEqual({
    orders: "An order has at most 5: use more orders or a smaller size.",
  });
});

test("each field shows its own fault", () => {
  expect(faults("TWAP", { size: "0.0005", minutes: "0", slices: "1" })).toEqual({
    size: "Steps of 0.001.",
    slices: "A whole number from 2 to 200.",
    minutes: "Has to be more than 0.",
  });
  expect(faults("TWAP", { size: "1", minutes: "0.1", slices: "12" })).toEqual({
    slices: "Slices would be less than a second apart: use fewer slices or more minutes.",
  });
  expect(faults("SCALE", { size: "1", from: "59000", to: "59000.05" })).toEqual({ to: "Steps of 0.1." });
  expect(faults("SCALE", { size: "1", from: "59000", to: "59000" })).toEqual({ to: "Has to be another price." });
  expect(faults("SCALE", { size: "1", orders: "5", from: "59000", to: "59000.3" })).toEqual({
    orders: "The prices are too close together for so many orders.",
  });
  expect(faults("CHASE", { size: "1", seconds: "0" })).toEqual({
    seconds: "A whole number from 1 to 3,600.",
    limit: "Enter a price.",
  });
  expect(faults("CHASE", { size: "1,5", quantity: "", limit: "60000" })).toHaveProperty("size");
});
