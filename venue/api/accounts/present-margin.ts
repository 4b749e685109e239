// Margin figures and positions as the interface shows them. Interface 4.5, rules 4.3, 5.2, 5.3 and C.8.

import type { EngineReader, MarginView, PositionView } from "@evermark/engine";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import type { positions } from "@evermark/interface/trading/positions.ts";
import type { DayResult } from "../../statistics/day-result.ts";
import { fromE8, fromE10, fromMicros, fromUnitaryFunding, priceOf, quantityOf } from "../../wire/decimals.ts";

export function presentMargin(margin: MarginView) {
  return {
    free_collateral: fromMicros(margin.freeCollateral),
    account_value: fromMicros(margin.accountValue),
    total_collateral_value: fromMicros(margin.totalCollateral),
    margin_ratio: fromE8(margin.marginRatioE8),
    open_margin_ratio: fromE8(margin.openMarginRatioE8),
    initial_margin_ratio: fromE8(margin.initialMarginRatioE8),
    maintenance_margin_ratio: fromE8(margin.maintenanceMarginRatioE8),
    current_margin_ratio_with_orders: fromE8(margin.currentMarginRatioWithOrdersE8),
    initial_margin_ratio_with_orders: fromE8(margin.initialMarginRatioWithOrdersE8),
    maintenance_margin_ratio_with_orders: fromE8(margin.maintenanceMarginRatioWithOrdersE8),
  };
}

export function presentPosition(
  engine: EngineReader,
  position: PositionView,
  day: DayResult,
): DataOf<typeof positions.getPosition> {
  const { parameters } = engine.market(position.market);
  return {
    symbol: parameters.symbol,
    position_qty: quantityOf(parameters, position.quantity),
    cost_position: fromMicros(position.cost),
    average_open_price: fromE8(position.averageOpenPrice),
    mark_price: priceOf(parameters, position.mark),
    settle_price: priceOf(parameters, position.settlePrice),
    // The engine's 0 means that no price would liquidate this position.
    est_liq_price: position.estLiqPrice === 0 ? null : fromE8(position.estLiqPrice),
    unrealized_pnl: fromMicros(position.unrealizedPnl),
    unsettled_pnl: fromMicros(position.unsettledPnl),
    pnl_24_h: fromMicros(day.pnl),
    fee_24_h: fromMicros(day.fee),
    last_sum_unitary_funding: fromUnitaryFunding(position.lastSumUnitaryFunding),
    accrued_funding_fee: fromMicros(position.accruedFunding),
    pending_long_qty: quantityOf(parameters, position.pendingLong),
    pending_short_qty: quantityOf(parameters, position.pendingShort),
    imr: fromE10(position.imr),
    mmr: fromE10(position.mmr),
    IMR_withdraw_orders: fromE10(position.imrWithOrders),
    MMR_with_orders: fromE10(position.mmrWithOrders),
    leverage: position.leverage,
    margin_mode: position.marginMode,
    margin: fromMicros(position.margin),
    seq: position.version,
    timestamp: position.openedAt,
    updated_time: position.updatedAt,
  };
}
