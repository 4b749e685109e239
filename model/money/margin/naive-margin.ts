// An account's collateral and the margin that its positions and orders need, in big integers. Rules 5.2, 5.3.

import type { MarginMode } from "@evermark/engine";
import { absolute, greatest, least, sum } from "../../numbers/exact-numbers.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { leverageOf, type NaiveAccount, rowOf } from "../../state/records/naive-account.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import { type NaiveOrder, remaining } from "../../state/records/naive-order.ts";
import { unsettled } from "../rows/row-fills.ts";
import { initialRate, maintenanceRate, marginOf } from "./margin-rates.ts";
import { isolatedReserve } from "./reserve.ts";

/** Open quantity that is not reduce-only, per side of one account in one market and margin mode. Rules 5.3. */
export function pending(
  open: readonly NaiveOrder[],
  account: number,
  market: number,
  mode: MarginMode,
): { buy: bigint; sell: bigint } {
  const counted = open
    .filter((order) => order.account === account && order.market === market)
    .filter((order) => order.marginMode === mode && !order.reduceOnly);
  return {
    buy: sum(counted.filter((order) => order.side === "BUY").map(remaining)),
    sell: sum(counted.filter((order) => order.side === "SELL").map(remaining)),
  };
}

export interface SymbolFigures {
  notional: bigint;
  unsettled: bigint;
  imr: bigint;
  mmr: bigint;
  notionalWithOrders: bigint;
  imrWithOrders: bigint;
  mmrWithOrders: bigint;
  buy: bigint;
  sell: bigint;
}

/** All figures of one account in one market and mode, with `extra` quantity added to its open orders. Rules 5.3. */
export function symbolFigures(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  extra: { buy: bigint; sell: bigint } = { buy: 0n, sell: 0n },
  leverage: bigint | null = null,
  mode: MarginMode = "CROSS",
): SymbolFigures {
  const row = rowOf(account, market, mode);
  const open = pending(state.open, account.number, market.number, mode);
  const chosen = leverage ?? leverageOf(account, market, mode);
  const buy = open.buy + extra.buy;
  const sell = open.sell + extra.sell;
  const size = notional(market.mark, absolute(row.quantity));
  const withOrders = greatest(absolute(row.quantity + buy), absolute(row.quantity - sell));
  const sizeWithOrders = notional(market.mark, withOrders);
  return {
    notional: size,
    unsettled: unsettled(row, market.mark),
    imr: initialRate(market, chosen, size),
    mmr: maintenanceRate(market, size),
    notionalWithOrders: sizeWithOrders,
    imrWithOrders: initialRate(market, chosen, sizeWithOrders),
    mmrWithOrders: maintenanceRate(market, sizeWithOrders),
    buy,
    sell,
  };
}

/** Σ IM with orders, where one market's figures may be replaced by those of a considered change. */
export function initialMarginWithOrders(
  state: NaiveState,
  account: NaiveAccount,
  changed: ReadonlyMap<number, SymbolFigures> = new Map(),
): bigint {
  return sum(
    state.markets.map((market) => {
      const figures = changed.get(market.number) ?? symbolFigures(state, account, market);
      return marginOf(figures.notionalWithOrders, figures.imrWithOrders);
    }),
  );
}

/** Σ U of the cross rows. */
function crossProfit(state: NaiveState, account: NaiveAccount): bigint {
  return sum(state.markets.map((market) => unsettled(account.rows[market.number]!, market.mark)));
}

/** TC of rules 5.2. */
export function totalCollateral(state: NaiveState, account: NaiveAccount): bigint {
  return account.holding - isolatedReserve(state, account) + crossProfit(state, account);
}

/** How much could be taken out of an account, negative when it already needs more. Rules 5.2. */
export function spareBalance(state: NaiveState, account: NaiveAccount): bigint {
  const free = totalCollateral(state, account) - initialMarginWithOrders(state, account);
  const profit = greatest(0n, crossProfit(state, account));
  return least(account.holding - isolatedReserve(state, account), free - profit);
}

/** `withdrawable` and `avail_iso`. Rules 5.2. */
export function withdrawableOf(state: NaiveState, account: NaiveAccount): bigint {
  return greatest(0n, spareBalance(state, account));
}
