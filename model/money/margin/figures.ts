// The figures of the engine's views of an account's money and of one row, computed from scratch. Rules 5.2, 5.3, 5.6.

import type { MarginMode } from "@evermark/engine";
import { absolute, divideCeil, divideFloor, greatest, sum } from "../../numbers/exact-numbers.ts";
import { RATE, RATIO } from "../../numbers/scales.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { leverageOf, type NaiveAccount, rowOf } from "../../state/records/naive-account.ts";
import { inLots, inTicks, type NaiveMarket } from "../../state/records/naive-market.ts";
import { averageOpenPrice, unsettled } from "../rows/row-fills.ts";
import { marginOf } from "./margin-rates.ts";
import { type SymbolFigures, symbolFigures, totalCollateral, withdrawableOf } from "./naive-margin.ts";
import { isolatedReserve } from "./reserve.ts";

function allFigures(state: NaiveState, account: NaiveAccount): SymbolFigures[] {
  return state.markets.map((market) => symbolFigures(state, account, market));
}

/** Own ratios round down; 10 without a position. */
function ownRatio(collateral: bigint, size: bigint): number {
  return Number(size === 0n ? 10n * RATIO : divideFloor(collateral * RATIO, size));
}

/** Requirement ratios round up; 0 without a position. */
function requirementRatio(margin: bigint, size: bigint): number {
  return Number(size === 0n ? 0n : divideCeil(margin * RATIO, size));
}

/**
 * The same figures as the engine's `MarginView`, except `openMarginRatioE8`, which the rules do not define without a position.
 */
export function marginFigures(state: NaiveState, account: NaiveAccount) {
  const figures = allFigures(state, account);
  const profit = sum(figures.map((f) => f.unsettled));
  const collateral = totalCollateral(state, account);
  const isolated = state.markets.map((market) => {
    const row = account.isolated[market.number]!;
    return row.margin + unsettled(row, market.mark);
  });
  const size = sum(figures.map((f) => f.notional));
  const initial = sum(figures.map((f) => marginOf(f.notional, f.imr)));
  const maintenance = sum(figures.map((f) => marginOf(f.notional, f.mmr)));
  const sizeWithOrders = sum(figures.map((f) => f.notionalWithOrders));
  const initialWithOrders = sum(figures.map((f) => marginOf(f.notionalWithOrders, f.imrWithOrders)));
  const maintenanceWithOrders = sum(figures.map((f) => marginOf(f.notionalWithOrders, f.mmrWithOrders)));
  const free = greatest(0n, collateral - initialWithOrders);
  const entry = sum(account.rows.map((row) => divideFloor(absolute(row.quantity) * averageOpenPrice(row), RATE)));
  return {
    holding: Number(account.holding),
    frozen: Number(account.frozen),
    isolatedOrderFrozen: Number(isolatedReserve(state, account)),
    totalCollateral: Number(collateral),
    accountValue: Number(account.holding + profit + sum(isolated)),
    freeCollateral: Number(free),
    withdrawable: Number(withdrawableOf(state, account)),
    unsettledPnl: Number(profit),
    notional: Number(size),
    initialMargin: Number(initial),
    maintenanceMargin: Number(maintenance),
    notionalWithOrders: Number(sizeWithOrders),
    initialMarginWithOrders: Number(initialWithOrders),
    maintenanceMarginWithOrders: Number(maintenanceWithOrders),
    marginRatioE8: ownRatio(collateral, size),
    initialMarginRatioE8: requirementRatio(initial, size),
    maintenanceMarginRatioE8: requirementRatio(maintenance, size),
    openMarginRatioE8: entry === 0n ? null : ownRatio(collateral, entry),
    currentMarginRatioWithOrdersE8: ownRatio(collateral, sizeWithOrders),
    initialMarginRatioWithOrdersE8: requirementRatio(initialWithOrders, sizeWithOrders),
    maintenanceMarginRatioWithOrdersE8: requirementRatio(maintenanceWithOrders, sizeWithOrders),
  };
}

/** Mark price at which the row would be at maintenance, 10⁻⁸, 0 for none. Rules 5.6. */
function liquidationPrice(state: NaiveState, account: NaiveAccount, market: NaiveMarket, mode: MarginMode): bigint {
  const row = rowOf(account, market, mode);
  const held = row.quantity;
  if (held === 0n) return 0n;
  const { mmr } = symbolFigures(state, account, market, undefined, null, mode);
  const slope = absolute(held) * mmr - held * RATE;
  if (slope === 0n) return 0n;
  const round = held > 0n ? divideCeil : divideFloor;
  if (mode === "ISOLATED") return greatest(0n, round((row.margin - row.cost) * 10n ** 20n, slope));
  const maintenance = sum(allFigures(state, account).map((f) => marginOf(f.notional, f.mmr)));
  const spare = totalCollateral(state, account) - maintenance;
  return greatest(0n, market.mark + round(spare * 10n ** 20n, slope));
}

/** The figures of the engine's `PositionView` that the rules define. */
export function positionFigures(state: NaiveState, account: NaiveAccount, market: NaiveMarket, mode: MarginMode) {
  const row = rowOf(account, market, mode);
  const figures = symbolFigures(state, account, market, undefined, null, mode);
  const average = averageOpenPrice(row);
  return {
    market: market.number,
    marginMode: mode,
    quantity: inLots(market, row.quantity),
    cost: Number(row.cost),
    averageOpenPrice: Number(average),
    mark: inTicks(market, market.mark),
    settlePrice: inTicks(market, row.settlePrice),
    estLiqPrice: Number(liquidationPrice(state, account, market, mode)),
    unsettledPnl: Number(figures.unsettled),
    unrealizedPnl: Number(divideFloor(row.quantity * (market.mark - average), RATE)),
    notional: Number(figures.notional),
    pendingLong: inLots(market, figures.buy),
    pendingShort: 0 - inLots(market, figures.sell),
    imr: Number(figures.imr),
    mmr: Number(figures.mmr),
    imrWithOrders: Number(figures.imrWithOrders),
    mmrWithOrders: Number(figures.mmrWithOrders),
    leverage: Number(leverageOf(account, market, mode)),
    margin: Number(row.margin),
    accruedFunding: Number(row.accruedFunding),
    lastSumUnitaryFunding: row.quantity === 0n ? 0n : row.lastSumUnitaryFunding,
  };
}
