// The fee of a transfer out of a liquidation, to the micro. Rules 7.5.

import { expect, test } from "bun:test";
import { ticks } from "../../base/units.ts";
import { Market } from "../../memory/market/market.ts";
import { START } from "../../testing/setup.ts";
import { ONE } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";
import { feesOf, type TransferPart } from "./liquidation-fee.ts";
import { offeredPercent, takeOverLine } from "./offers.ts";

/** Lots of NEAR at 5.001: one is worth 500,100 micros; a liquidator gets 0.6 % of it, and the full fee is 1.2 %. */
function near(lots: number): TransferPart {
  const market = new Market(0, defaultMarket("PERP_NEAR_USDC"), 5 * ONE, START);
  market.mark = ticks(5_001);
  return { lots, holding: { row: 0, market, quantity: lots, notional: lots * 500_100, leverage: 20 } };
}

test("the full fee is rounded up, the liquidator's part of it down", () => {
  // 1.2 % of 500,100 is 6,001.2; 0.6 % is 3,000.6.
  expect(feesOf(1_000_000, 500_100, [near(1)], null)).toEqual([{ userFee: 6_002, liquidatorFee: 3_000 }]);
});

test("a fee that the margin caps is the margin behind the transferred part, rounded down", () => {
  // Two of three lots move: their share of 10,001 of margin is 6,667.33.
  expect(feesOf(10_001, 1_500_300, [near(2)], null)).toEqual([{ userFee: 6_667, liquidatorFee: 6_001 }]);
  // Where that is less than the liquidator's part, the liquidator's part is charged.
  expect(feesOf(9_000, 1_500_300, [near(2)], null)).toEqual([{ userFee: 6_001, liquidatorFee: 6_001 }]);
});

test("where the margin exactly equals the full fee, the full fee is charged", () => {
  expect(feesOf(6_002, 500_100, [near(1)], null)).toEqual([{ userFee: 6_002, liquidatorFee: 3_000 }]);
  expect(feesOf(6_001, 500_100, [near(1)], null)).toEqual([{ userFee: 6_001, liquidatorFee: 3_000 }]);
});

test("among several rows the fee is split by notional, rounded down, and the last row bears the rest", () => {
  // 6,002 and 12,003 are 18,005: a third is 6,001.67.
  expect(feesOf(1_000_000, 1_500_300, [near(1), near(2)], null)).toEqual([
    { userFee: 6_001, liquidatorFee: 3_000 },
    { userFee: 12_004, liquidatorFee: 6_001 },
  ]);
});

test("the cost of an offer is rounded up like the fee that will be charged", () => {
  const { holding } = near(100);
  // 62 lots cost 372,074.4 and leave 38, which need 950,190.
  expect(holding.notional).toBe(50_010_000);
  expect(offeredPercent(372_075 + 950_190, [holding], [holding])).toBe(62);
  expect(offeredPercent(372_074 + 950_190, [holding], [holding])).toBe(63);
  // 0.6 % of 500,100.
  expect(takeOverLine([near(1).holding], false)).toBe(3_001);
});

test("a group is offered whole where its fee equals the margin behind its notional, to the micro", () => {
  // One lot at one tick, 100 micros, beside 200,000 USDC whose margin of 1 % is less than 1.2 % of it.
  const { holding } = near(1);
  holding.market.mark = ticks(1);
  const group = [{ ...holding, notional: 100 }];
  const market = new Market(1, { ...defaultMarket("PERP_BTC_USDC"), imrFactor: 0 }, 60_000 * ONE, START);
  market.mark = ticks(1);
  const least = (notional: number, collateral: number) => {
    const other = { row: 1, market, quantity: notional / market.unit, notional, leverage: 100 };
    return offeredPercent(collateral, [other, ...group], group);
  };
  const K = 200_000_000_000;
  // 1.2 % of everything: 2,400,000,006 exactly, and 2,400,000,004.8.
  expect([least(K + 400, 2_400_000_006), least(K + 400, 2_400_000_007)]).toEqual([100, 1]);
  expect([least(K + 300, 2_400_000_004), least(K + 300, 2_400_000_005)]).toEqual([100, 1]);
});

test("an assignment to the fund is charged as much of the full fee as the whole account has", () => {
  // A third of the position; its pro-rata share of the margin would be 3,001.
  expect(feesOf(9_003, 1_500_300, [near(1)], null)).toEqual([{ userFee: 3_001, liquidatorFee: 3_000 }]);
  expect(feesOf(9_003, 1_500_300, [near(1)], 0)).toEqual([{ userFee: 6_002, liquidatorFee: 3_000 }]);
  expect(feesOf(4_000, 1_500_300, [near(1)], 0)).toEqual([{ userFee: 4_000, liquidatorFee: 3_000 }]);
  expect(feesOf(2_000, 1_500_300, [near(1)], 0)).toEqual([{ userFee: 3_000, liquidatorFee: 3_000 }]);
});
