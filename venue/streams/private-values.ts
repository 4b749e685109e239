// Values of the private topics about order events, positions and balances, in the names and units of the wire. Streams
// 9.1, 10.1 and 10.2.

import type { MarginView, MarketParameters, OrderReport, PositionView } from "@evermark/engine";
import type { TopicData } from "@evermark/interface/streams/topics.ts";
import type { DayResult } from "../statistics/day-result.ts";
import {
  averagePrice,
  fromE8,
  fromE10,
  fromMicros,
  fromUnitaryFunding,
  priceOf,
  quantityOf,
} from "../wire/decimals.ts";

type ExecutionReport = TopicData<"executionreport">;
type PositionRow = TopicData<"position">["positions"][number];
type TokenBalance = TopicData<"balance">["balances"][string];

export function executionReportOf(report: OrderReport, market: MarketParameters): ExecutionReport {
  const isFill = report.cause === "fill";
  // Clients read this field under three names.
  const average = averagePrice(market, report.executedNotional, report.executed);
  const visible = quantityOf(market, report.visible);
  return {
    symbol: market.symbol,
    clientOrderId: report.clientOrderId,
    orderId: report.orderId,
    type: report.orderType,
    side: report.side,
    quantity: quantityOf(market, report.quantity),
    price: priceOf(market, report.price),
    tradeId: isFill ? report.tradeId : 0,
    executedPrice: isFill ? priceOf(market, report.fillPrice) : 0,
    executedQuantity: isFill ? quantityOf(market, report.fillQuantity) : 0,
    fee: isFill ? fromMicros(report.fee) : 0,
    feeAsset: "USDC",
    totalExecutedQuantity: quantityOf(market, report.executed),
    avgExecutedPrice: average,
    averageExecutedPrice: average,
    avgPrice: average,
    status: report.status,
    reason: report.reason,
    totalFee: fromMicros(report.totalFee),
    visibleQuantity: visible,
    visible,
    timestamp: report.at,
    createdTime: report.createdAt,
    orderTag: report.tag,
    reduceOnly: report.reduceOnly,
    maker: isFill && report.maker,
    marginMode: report.marginMode,
    match_id: isFill ? String(report.matchId) : "",
    seq: report.seq,
  };
}

/** @param seq the account's event count */
export function positionRowOf(
  position: PositionView,
  market: MarketParameters,
  day: DayResult,
  seq: number,
): PositionRow {
  return {
    symbol: market.symbol,
    positionQty: quantityOf(market, position.quantity),
    costPosition: fromMicros(position.cost),
    lastSumUnitaryFunding: fromUnitaryFunding(position.lastSumUnitaryFunding),
    sumUnitaryFundingVersion: 0,
    pendingLongQty: quantityOf(market, position.pendingLong),
    pendingShortQty: quantityOf(market, position.pendingShort),
    settlePrice: priceOf(market, position.settlePrice),
    averageOpenPrice: fromE8(position.averageOpenPrice),
    unsettledPnl: fromMicros(position.unsettledPnl),
    pnl24H: fromMicros(day.pnl),
    fee24H: fromMicros(day.fee),
    markPrice: priceOf(market, position.mark),
    estLiqPrice: fromE8(position.estLiqPrice),
    version: position.version,
    imrwithOrders: fromE10(position.imrWithOrders),
    mmrwithOrders: fromE10(position.mmrWithOrders),
    mmr: fromE10(position.mmr),
    imr: fromE10(position.imr),
    seq,
    timestamp: position.openedAt,
    updated_time: position.updatedAt,
    leverage: position.leverage,
    marginMode: position.marginMode,
    margin: fromMicros(position.margin),
  };
}

/** @param version rises with each change of the account's money */
export function tokenBalanceOf(
  margin: MarginView,
  isolatedMargin: number,
  day: DayResult,
  version: number,
): TokenBalance {
  return {
    holding: fromMicros(margin.holding),
    frozen: fromMicros(margin.frozen),
    interest: 0,
    pendingShortQty: 0,
    pendingExposure: 0,
    pendingLongQty: 0,
    pendingLongExposure: 0,
    isolatedMargin: fromMicros(isolatedMargin),
    isolatedOrderFrozen: fromMicros(margin.isolatedOrderFrozen),
    version,
    staked: 0,
    unbonding: 0,
    vault: 0,
    averageOpenPrice: 0,
    pnl24H: fromMicros(day.pnl),
    fee24H: fromMicros(day.fee),
    // Everything is priced in the collateral itself.
    markPrice: 1,
  };
}
