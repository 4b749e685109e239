// The public figures of the insurance fund. Rules 7.6, Appendix C.9.

import { INSURANCE } from "@evermark/engine";
import { liquidations } from "@evermark/interface/trading/liquidations.ts";
import { bind } from "../../http/routes/binding.ts";
import { AccountDay } from "../../statistics/day-result.ts";
import { fromE8, fromE10, fromMicros, fromUnitaryFunding, priceOf, quantityOf } from "../../wire/decimals.ts";

export const insuranceFund = bind(liquidations.getInsuranceFund, ({ venue }) => {
  const day = new AccountDay(venue, INSURANCE);
  const { engine } = venue;
  const fund = engine.liquidations.insuranceFund();
  const value = fromMicros(fund.collateral);
  return {
    min_insurance_fund_initial_margin_ratio: fromE10(fund.initialMarginRatio),
    min_insurance_fund_margin_ratio: fromE10(fund.minimumMarginRatio),
    margin_ratio: fromE8(fund.marginRatioE8),
    total_collateral_value: value,
    balance: fromMicros(fund.holding),
    free_collateral: fromMicros(fund.freeCollateral),
    total_account_value: value,
    total_pnl_24_h: fromMicros(day.total().pnl),
    rows: day.positions.map((position) => {
      const { parameters } = engine.market(position.market);
      const { pnl, fee } = day.of(position);
      return {
        symbol: parameters.symbol,
        timestamp: position.openedAt,
        position_qty: quantityOf(parameters, position.quantity),
        cost_position: fromMicros(position.cost),
        last_sum_unitary_funding: fromUnitaryFunding(position.lastSumUnitaryFunding),
        settle_price: priceOf(parameters, position.settlePrice),
        average_open_price: fromE8(position.averageOpenPrice),
        pnl_24_h: fromMicros(pnl),
        fee_24_h: fromMicros(fee),
        mark_price: priceOf(parameters, position.mark),
      };
    }),
  };
});
