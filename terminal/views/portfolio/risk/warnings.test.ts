import { expect, test } from "bun:test";
import type { Margin } from "../../../session/asking/answers.ts";
import { warningsOf } from "./warnings.ts";

const row = (margin_mode: "CROSS" | "ISOLATED", est_liq_price: number) => ({
  ...{ symbol: "PERP_SOL_USDC", position_qty: 2, mark_price: 150, margin_mode, est_liq_price },
});

function warnings(margin_ratio: number, maintenance_margin_ratio: number, rows: readonly ReturnType<typeof row>[]) {
  const ratios = { margin_ratio, maintenance_margin_ratio, total_collateral_value: 1_000 };
  return warningsOf({ ...ratios, rows } as unknown as Margin).map(({ said }) => said);
}

test("there is no warning while nothing is near", () => {
  expect(warnings(0.5, 0.012, [row("CROSS", 100), row("ISOLATED", 120)])).toEqual([]);
  expect(warnings(10, 0, [])).toEqual([]);
});

test("cross positions have one warning, with the account's own figures", () => {
  expect(warnings(0.013, 0.012, [row("CROSS", 149), row("CROSS", 149)])).toEqual([
    expect.stringMatching(/needs 92\.3 % of your collateral, and at 100 % the venue takes over.* 76\.92 USDC/),
  ]);
});

test("each isolated position has its own warning", () => {
  expect(warnings(10, 0, [row("ISOLATED", 148.5), row("ISOLATED", 75)])).toEqual([
    expect.stringMatching(/SOL-PERP is 1 % from its liquidation price 148\.5/),
  ]);
});

test("past the limit, the warning is that the venue is liquidating", () => {
  expect(warnings(0.011, 0.012, [row("CROSS", 149)])).toEqual([expect.stringMatching(/is more than your collateral/)]);
  expect(warnings(10, 0, [row("ISOLATED", 151)])).toEqual([
    expect.stringMatching(/past the liquidation price 151 of SOL-PERP/),
  ]);
});
