// What a payer of funding keeps: no less than the fund could lose by taking the position over. Rules 6.6.

import { expect, test } from "bun:test";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { USDC } from "../../testing/small-exchange.ts";
import { markBand } from "../prices/mark-band.ts";
import { payable } from "./funding-limit.ts";

/** One lot of SOL at 150.001, notional 1,500,010 micros, with equity of `worth` micros. */
function row(worth: number, marginMode: "CROSS" | "ISOLATED") {
  const world = new LiquidationWorld({ SOL: 150.001 });
  const isolated = marginMode === "ISOLATED";
  const user = world.user(isolated ? 0 : worth / USDC);
  world.open(user, "SOL", 0.01, 1.50001, isolated ? { marginMode, margin: worth } : {});
  const { state } = world;
  return { state, market: world.market("SOL"), row: state.rows.find(user, 0, marginMode) };
}

test("a row pays what exceeds the width of the mark's band plus the claim discount, rounded up", () => {
  for (const mode of ["CROSS", "ISOLATED"] as const) {
    const { market } = row(0, mode);
    const { up, down } = markBand(market.parameters);
    const kept = Math.ceil((1_500_010 * (up + down + market.parameters.claimInsuranceFundDiscount)) / 1e10);
    const paid = (worth: number) => {
      const { state, row: payer } = row(worth, mode);
      return payable(state, market, payer, 19);
    };
    expect(Number.isInteger((1_500_010 * (up + down + market.parameters.claimInsuranceFundDiscount)) / 1e10)).toBe(
      false,
    );
    expect([kept + 100, kept + 19, kept + 18, kept + 1, kept, kept - 1].map(paid)).toEqual([19, 19, 18, 1, 0, 0]);
  }
});

test("the insurance fund pays nothing", () => {
  const world = new LiquidationWorld({ SOL: 150 });
  const fund = world.state.rows.obtain(world.state.accounts, INSURANCE, 0, "CROSS");
  expect(payable(world.state, world.market("SOL"), fund, 19)).toBe(0);
});
