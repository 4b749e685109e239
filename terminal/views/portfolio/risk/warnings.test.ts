import { expect, test } from "bun:test";
import type { Margin } from "../../../session/asking/answers.ts";
import { warningsOf } from "./warnings.ts";

const row = (margin_mode: "CROSS" | "ISOLATED", est_liq_price: number) => ({
  ...{ symbol: "PERP_SOL_USDC", position_qty: 2, mark_price: 150, margin_mode, est_liq_price },
});

function warnings(margin_ratio: number, maintenance_margin_ratio: number, rows: readonly ReturnType<typeof row>[]) {
  return warningsOf({ margin_ratio, maintenance_margin_ratio, rows } as unknown as Margin).map(({ said }) => said);
}

test("nothing is said while nothing is near", () => {
  expect(warnings(0.5, 0.012, [row("CROSS", 100), row("ISOLATED", 120)])).toEqual([]);
  expect(warnings(10, 0, [])).toEqual([]);
});

test("cross positions are warned of once, with the account's own figures", () => {
  expect(warnings(0.013, 0.012, [row("CROSS", 149), row("CROSS", 149)])).toEqual([
    expect.stringMatching(/margin ratio is 1\.3 %, and below 1\.2 % the venue takes over/),
  ]);
});

test("each isolated position is warned of alone", () => {
  expect(warnings(10, 0, [row("ISOLATED", 148.5), row("ISOLATED", 75)])).toEqual([
    expect.stringMatching(/SOL-PERP is 1 % from its liquidation price 148\.5/),
  ]);
});

test("past the limit it says that the venue is liquidating", () => {
  expect(warnings(0.011, 0.012, [row("CROSS", 149)])).toEqual([
    expect.stringMatching(/margin ratio is 1\.1 %, and the venue requires 1\.2 %/),
  ]);
  expect(warnings(10, 0, [row("ISOLATED", 151)])).toEqual([
    expect.stringMatching(/past the liquidation price 151 of SOL-PERP/),
  ]);
});
