// A market as the interface shows it: its rule row and its snapshot. Interface 2.2, rules 1.2 and 13.

import type { MarketView } from "@evermark/engine";
import type { DataOf } from "@evermark/interface/endpoint.ts";
import type { marketData } from "@evermark/interface/market-data.ts";
import { fromE8, fromE10, fromMicros, fromUnitaryFunding, priceOf, quantityOf } from "../../decimals.ts";
import type { RollingDay } from "../../statistics/market-statistics.ts";

export function presentSymbolRule(view: MarketView): DataOf<typeof marketData.getSymbol> {
  const rule = view.parameters;
  return {
    symbol: rule.symbol,
    quote_min: fromE8(rule.quoteMin),
    quote_max: fromE8(rule.quoteMax),
    quote_tick: fromE8(rule.quoteTick),
    base_min: fromE8(rule.baseMin),
    base_max: fromE8(rule.baseMax),
    base_tick: fromE8(rule.baseTick),
    min_notional: fromMicros(rule.minNotional),
    price_range: fromE10(rule.priceRange),
    price_scope: fromE10(rule.priceScope),
    std_liquidation_fee: fromE10(rule.stdLiquidationFee),
    liquidator_fee: fromE10(rule.liquidatorFee),
    claim_insurance_fund_discount: fromE10(rule.claimInsuranceFundDiscount),
    stop_slippage: fromE10(rule.stopSlippage),
    funding_period: rule.fundingPeriodHours,
    cap_funding: fromE10(rule.capFunding),
    floor_funding: fromE10(rule.floorFunding),
    cap_ir: fromE10(rule.capIr),
    floor_ir: fromE10(rule.floorIr),
    interest_rate: fromE10(rule.interestRate),
    imr_factor: fromE10(rule.imrFactor),
    base_mmr: fromE10(rule.baseMmr),
    base_imr: fromE10(rule.baseImr),
    liquidation_tier: rule.liquidationTier,
    global_max_oi_cap: fromMicros(rule.globalMaxOiCap),
    status: view.state,
    status_reason: view.stateReason,
    status_detail: view.stateDetail,
    status_time: view.stateSince,
    in_doubt: view.liquidationHeld,
    ...(view.delistAt > 0 && { delist_time: view.delistAt }),
    created_time: view.createdAt,
    updated_time: view.updatedAt,
  };
}

export function presentSnapshot(view: MarketView, day: RollingDay): DataOf<typeof marketData.getMarket> {
  const { parameters } = view;
  return {
    symbol: parameters.symbol,
    index_price: priceOf(parameters, view.index),
    ...(view.settlementPrice > 0 && { expected_settlement_price: priceOf(parameters, view.settlementPrice) }),
    mark_price: priceOf(parameters, view.mark),
    sum_unitary_funding: fromUnitaryFunding(view.sumUnitaryFunding),
    est_funding_rate: fromE10(view.estFundingRate),
    last_funding_rate: fromE10(view.lastFundingRate),
    next_funding_time: view.nextFundingTime,
    open_interest: quantityOf(parameters, view.openInterest),
    "24h_open": priceOf(parameters, day.open),
    "24h_close": priceOf(parameters, day.close),
    "24h_high": priceOf(parameters, day.high),
    "24h_low": priceOf(parameters, day.low),
    "24h_amount": fromMicros(day.amount),
    "24h_volume": quantityOf(parameters, day.volume),
  };
}
