import { expect, test } from "bun:test";
import { dangerOf, distanceOf } from "./risk-view.ts";

test("a position is as near to liquidation as its mark price is to the liquidation price", () => {
  const at = (position_qty: number, mark_price: number, est_liq_price: number) =>
    distanceOf({ position_qty, mark_price, est_liq_price });
  expect(at(1, 60_000, 54_000)).toMatchObject({ percent: 10, nearness: "safe" });
  expect(at(-1, 3_000, 3_150)).toMatchObject({ percent: 5, nearness: "watch" });
  expect(at(-1, 3_000, 3_060)).toMatchObject({ percent: 2, nearness: "near" });
  expect(at(-1, 3_000, 3_000)).toEqual({ percent: 0, nearness: "past", length: 0 });
  expect(at(-1, 3_000, 2_940)).toEqual({ percent: -2, nearness: "past", length: 0 });
  expect(at(1, 3_000, 3_060)).toEqual({ percent: -2, nearness: "past", length: 0 });
  expect(at(-1, 3_000, 30_000)?.length).toBe(1);
});

test("without a liquidation price there is no distance", () => {
  expect(distanceOf({ position_qty: 1, mark_price: 60_000, est_liq_price: null })).toBeNull();
  expect(distanceOf({ position_qty: 1, mark_price: 60_000, est_liq_price: 0 })).toBeNull();
});

test("nearness to liquidation depends on how much of the margin is in use", () => {
  const at = (margin_ratio: number, maintenance_margin_ratio: number) =>
    dangerOf({ margin_ratio, maintenance_margin_ratio, total_collateral_value: 1_000 });
  expect(at(0.1, 0.012)).toMatchObject({ share: 0.12, nearness: "safe" });
  expect(at(0.02, 0.012)).toMatchObject({ share: 0.6, nearness: "watch" });
  expect(at(0.0125, 0.012)).toMatchObject({ share: 0.96, nearness: "near" });
  expect(at(0.01, 0.012)).toMatchObject({ share: 1, nearness: "past" });
  expect(at(-0.01, 0.012)).toMatchObject({ share: 1, nearness: "past" });
  expect(at(10, 0)).toBeNull();
});
