// The model's offers, claim fees and rankings against the worked figures. Rules 12.3, 12.4.

import { describe, expect, test } from "bun:test";
import {
  defaultMarket,
  isolatedPosition,
  liquidationBankrupt,
  liquidationLowMargin,
  liquidationPartial,
  money,
  price,
  quantity,
} from "@evermark/engine/testing/vectors.ts";
import { marketAt } from "../../business/market/listing-rules.ts";
import {
  type Estate,
  isBankrupt,
  isBelowMaintenance,
  maintenanceOf,
  totalSize,
} from "../../money/cover/estate-sums.ts";
import { FUND_MINIMUM_RATIO, isFundBelow, neededOf, ranked, rankOf } from "../fund/adl.ts";
import { claimedQuantity, groupsOf, isTooLittle, offeredPercent, shareOf, takenFrom } from "./offer-sums.ts";

describe("the model's liquidations", () => {
  test("with ample margin offer the smallest whole percentage and share the fee", () => {
    const { inputs, outputs } = liquidationPartial;
    const market = marketAt(defaultMarket(inputs.symbol), price(inputs.mark_price));
    const held = { market, quantity: quantity(inputs.position_qty), leverage: BigInt(inputs.leverage) };
    const estate: Estate = { collateral: money(outputs.total_collateral_value), positions: [held] };
    expect(totalSize(estate.positions)).toBe(money(outputs.notional));
    expect(maintenanceOf(estate.positions)).toBe(money(outputs.maintenance_margin));
    expect([isBelowMaintenance(estate), isBankrupt(estate)]).toEqual([true, false]);
    const percent = offeredPercent(estate, estate.positions);
    expect(percent).toBe(BigInt(outputs.offered_ratio_percent));
    const offered = shareOf(held, percent);
    expect(offered).toBe(quantity(outputs.offered_qty));
    const [taken] = takenFrom(estate, [{ market, quantity: offered }]);
    expect(taken).toEqual({
      market,
      quantity: offered,
      userFee: money(outputs.user_liquidation_fee),
      liquidatorFee: money(outputs.liquidator_fee),
    });
  });

  test("with little margin offer everything and charge what is left", () => {
    const { inputs, outputs } = liquidationLowMargin;
    const market = marketAt(defaultMarket(inputs.symbol), price(inputs.mark_price));
    const held = { market, quantity: quantity(inputs.position_qty), leverage: BigInt(inputs.leverage) };
    const estate: Estate = { collateral: money(inputs.total_collateral_value), positions: [held] };
    expect(isBelowMaintenance(estate)).toBe(true);
    expect(offeredPercent(estate, estate.positions)).toBe(BigInt(outputs.offered_ratio_percent));
    for (const claim of outputs.claims) {
      const taken = claimedQuantity(held, held.quantity, quantity(claim.ratio_qty_request), 0n);
      expect(taken).toBe(quantity(claim.qty));
      const [row] = takenFrom(estate, [{ market, quantity: taken }]);
      expect(row!.userFee).toBe(money(claim.user_liquidation_fee));
      expect(row!.liquidatorFee).toBe(money(claim.liquidator_fee));
      expect(row!.userFee - row!.liquidatorFee).toBe(money(claim.insurance_fund_fee));
      expect(estate.collateral - row!.userFee).toBe(money(claim.collateral_left));
    }
  });

  test("of an isolated position charge no more than its equity", () => {
    const { liquidation } = isolatedPosition.outputs;
    const market = marketAt(defaultMarket("PERP_ETH_USDC"), price(liquidation.mark_price));
    const held = { market, quantity: quantity(liquidation.transfer_qty), leverage: 20n };
    const estate: Estate = { collateral: money(liquidation.equity), positions: [held] };
    expect([isBelowMaintenance(estate), isBankrupt(estate)]).toEqual([true, false]);
    const [row] = takenFrom(estate, [{ market, quantity: held.quantity }]);
    expect(row!.userFee).toBe(money(liquidation.user_liquidation_fee));
    expect(row!.liquidatorFee).toBe(money(liquidation.liquidator_fee));
    expect(row!.userFee - row!.liquidatorFee).toBe(money(liquidation.insurance_fund_fee));
  });

  test("group the low tier, and no other positions", () => {
    const held = ["PERP_NEAR_USDC", "PERP_BTC_USDC", "PERP_ETH_USDC", "PERP_SOL_USDC"].map((symbol) => ({
      market: marketAt(defaultMarket(symbol), price("1")),
      quantity: quantity("1"),
      leverage: 10n,
    }));
    expect(groupsOf(held).map((group) => group.map(({ market }) => market.symbol))).toEqual([
      ["PERP_BTC_USDC", "PERP_ETH_USDC"],
      ["PERP_NEAR_USDC"],
      ["PERP_SOL_USDC"],
    ]);
  });

  test("refuse a claim of less than the threshold, unless everything on offer is less", () => {
    const market = marketAt(defaultMarket("PERP_BTC_USDC"), price("10000"));
    const group = [{ market, quantity: quantity("2"), leverage: 10n }];
    expect(isTooLittle(group, 100n, money("9999"), quantity("0.5"))).toBe(true);
    expect(isTooLittle(group, 100n, money("10000"), quantity("0.5"))).toBe(false);
    expect(isTooLittle(group, 49n, money("9800"), quantity("1"))).toBe(false);
    expect(isTooLittle(group, 49n, money("9800"), quantity("0.9999"))).toBe(true);
  });
});

test("the model's auto-deleveraging picks the worked accounts and amounts", () => {
  const { inputs, outputs } = liquidationBankrupt;
  const expected = outputs.adl_if_unclaimed;
  const positions = inputs.positions.map((row) => ({
    market: marketAt(defaultMarket(row.symbol), price(row.mark_price)),
    quantity: quantity(row.position_qty),
    leverage: 10n,
  }));
  const market = positions[0]!.market;
  const collateral = money(outputs.insurance_fund_after.holding);
  expect(isFundBelow(collateral, positions, FUND_MINIMUM_RATIO)).toBe(true);
  expect(neededOf(collateral, positions, market)).toBe(quantity(expected.qty_needed));
  const rows = inputs.adl_candidates.map(([name, size, average, itsCollateral, itsSize]) => ({
    account: 0,
    accountId: name!,
    isolated: false,
    quantity: quantity(size!),
    averageOpenPrice: price(average!),
    size: money(itsSize!),
    collateral: money(itsCollateral!),
  }));
  expect(ranked(market, rows).map((row) => ({ ...rankOf(market, row), account: row.accountId }))).toEqual(
    expected.ranking.map((row) => ({
      account: row.account,
      unrealized: money(row.unrealized_pnl),
      roi: BigInt(row.roi_1e8),
      leverage: BigInt(row.leverage_1e4),
      score: BigInt(row.score),
    })),
  );
});
