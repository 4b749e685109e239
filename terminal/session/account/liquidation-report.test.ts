import { expect, test } from "bun:test";
import type { LiquidationReport, LiquidationRow } from "../asking/answers.ts";
import { liquidationOfReport, liquidationOfRow } from "./liquidation-report.ts";

test("a reported liquidation and one read afterwards have the same shape, each with its own fees", () => {
  const report = {
    ...{ liquidationId: 7, timestamp: 1_000, transferAmountToInsuranceFund: -2.5 },
    positionsByPerp: [{ symbol: "PERP_BTC_USDC", positionQty: -0.5, transferPrice: 60_000, absLiquidationFee: 450 }],
  } as LiquidationReport[number];
  const row = {
    ...{ liquidation_id: 7, timestamp: 1_000, transfer_amount_to_insurance_fund: -2.5 },
    positions_by_perp: [
      {
        ...{ symbol: "PERP_BTC_USDC", position_qty: -0.5, transfer_price: 60_000 },
        ...{ abs_liquidator_fee: 225, abs_insurance_fund_fee: 225 },
      },
    ],
  } as LiquidationRow;
  const taken = { symbol: "PERP_BTC_USDC", quantity: -0.5, price: 60_000 };
  const liquidation = { liquidationId: 7, timestamp: 1_000, transferredToFund: -2.5 };
  expect(liquidationOfReport(report)).toEqual({ ...liquidation, positions: [{ ...taken, fees: [450] }] });
  expect(liquidationOfRow(row)).toEqual({ ...liquidation, positions: [{ ...taken, fees: [225, 225] }] });
});
