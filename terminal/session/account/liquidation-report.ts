// A liquidation of an account: from the report at the time, or from the venue's list afterwards.

import type { LiquidationReport, LiquidationRow } from "../asking/answers.ts";

export interface Liquidation {
  readonly liquidationId: number;
  /** Venue time in milliseconds. */
  readonly timestamp: number;
  /** In USDC; a negative amount is debt that the fund paid. */
  readonly transferredToFund: number;
  readonly positions: readonly TakenPosition[];
}

export interface TakenPosition {
  readonly symbol: string;
  /** Signed like the position. */
  readonly quantity: number;
  readonly price: number;
  /** The fees charged to the account, in USDC: one figure in the report; in the list, the liquidator's and the fund's. */
  readonly fees: readonly number[];
}

export function liquidationOfReport(report: LiquidationReport[number]): Liquidation {
  const positions = report.positionsByPerp.map(({ symbol, positionQty, transferPrice, absLiquidationFee }) => {
    return { symbol, quantity: positionQty, price: transferPrice, fees: [absLiquidationFee] };
  });
  const { liquidationId, timestamp, transferAmountToInsuranceFund } = report;
  return { liquidationId, timestamp, transferredToFund: transferAmountToInsuranceFund, positions };
}

export function liquidationOfRow(row: LiquidationRow): Liquidation {
  const positions = row.positions_by_perp.map((taken) => {
    const { symbol, position_qty, transfer_price, abs_liquidator_fee, abs_insurance_fund_fee } = taken;
    const fees = [abs_liquidator_fee, abs_insurance_fund_fee];
    return { symbol, quantity: position_qty, price: transfer_price, fees };
  });
  const { liquidation_id, timestamp, transfer_amount_to_insurance_fund } = row;
  return {
    ...{ liquidationId: liquidation_id, timestamp, positions },
    transferredToFund: transfer_amount_to_insurance_fund,
  };
}
