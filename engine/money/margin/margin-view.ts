// An account's margin and positions as they are shown: exact sums, displayed ratios. Rules 5.2, 5.3, 5.6. Only for
// readers; decisions use margin.ts.

import { divCeil, divFloor } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, MarketNumber, Micros, RowNumber } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import type { BalanceView, MarginView, PositionView } from "../../language/views/views.ts";
import type { Market } from "../../memory/market/market.ts";
import { sizeWithOrders } from "../../memory/position/size-with-orders.ts";
import type { State } from "../../memory/state.ts";
import { averagePriceE8 } from "../position/entry-value.ts";
import { crossMaintenance, crossMargin, leverageOf, notionalAtMark, unsettledPnl } from "./margin.ts";
import { ownRatio, requiredRatio } from "./shown-ratios.ts";
import { withdrawable } from "./withdrawable.ts";

export function marginView(state: State, account: AccountNumber): MarginView {
  const sums = sumRows(state, account);
  const held = state.accounts.holding(account);
  const reserved = state.accounts.isolatedOrderFrozen(account);
  const { collateral } = crossMargin(state, account, null);
  const free = Math.max(0, collateral - sums.initialWithOrders);
  return {
    holding: held,
    frozen: state.accounts.frozen(account),
    isolatedOrderFrozen: reserved,
    totalCollateral: collateral,
    accountValue: balanceView(state, account).value,
    freeCollateral: free,
    withdrawable: withdrawable(state, account),
    unsettledPnl: sums.unsettled,
    notional: sums.notional,
    initialMargin: sums.initial,
    maintenanceMargin: sums.maintenance,
    notionalWithOrders: sums.notionalWithOrders,
    initialMarginWithOrders: sums.initialWithOrders,
    maintenanceMarginWithOrders: sums.maintenanceWithOrders,
    marginRatioE8: ownRatio(collateral, sums.notional),
    initialMarginRatioE8: requiredRatio(sums.initial, sums.notional),
    maintenanceMarginRatioE8: requiredRatio(sums.maintenance, sums.notional),
    openMarginRatioE8: ownRatio(collateral, sums.openNotional),
    currentMarginRatioWithOrdersE8: ownRatio(collateral, sums.notionalWithOrders),
    initialMarginRatioWithOrdersE8: requiredRatio(sums.initialWithOrders, sums.notionalWithOrders),
    maintenanceMarginRatioWithOrdersE8: requiredRatio(sums.maintenanceWithOrders, sums.notionalWithOrders),
  };
}

export function positionView(
  state: State,
  account: AccountNumber,
  number: MarketNumber,
  marginMode: MarginMode,
): PositionView {
  const market = state.markets[number]!;
  const row = state.rows.find(account, number, marginMode);
  const { rows } = state;
  /** A field of the row; 0 while there is none. */
  const at = (field: (row: RowNumber) => number): number => (row === NONE ? 0 : field(row));
  const quantity = at((of) => rows.quantity(of));
  const cost = at((of) => rows.cost(of));
  const size = Math.abs(quantity);
  const leverage = leverageOf(state, market, row);
  const notional = notionalAtMark(market, quantity);
  const withOrders = notionalAtMark(
    market,
    sizeWithOrders(
      quantity,
      at((of) => rows.pendingBuy(of)),
      at((of) => rows.pendingSell(of)),
    ),
  );
  const average = averagePriceE8(
    at((of) => rows.entryMicros(of)),
    at((of) => rows.entryFine(of)),
    size,
    market.lotE8,
  );
  return {
    market: number,
    marginMode,
    quantity: quantity,
    cost: cost,
    averageOpenPrice: average,
    mark: market.mark,
    settlePrice: at((of) => rows.settlePrice(of)),
    estLiqPrice: liquidationPriceE8(state, market, row),
    unsettledPnl: unsettledPnl(market, quantity, cost),
    unrealizedPnl: unrealized(market, quantity, average),
    notional: notional,
    pendingLong: at((of) => rows.pendingBuy(of)),
    pendingShort: 0 - at((of) => rows.pendingSell(of)),
    imr: market.ratios.initial(leverage, notional),
    mmr: market.ratios.maintenance(notional),
    imrWithOrders: market.ratios.initial(leverage, withOrders),
    mmrWithOrders: market.ratios.maintenance(withOrders),
    leverage,
    margin: at((of) => rows.margin(of)),
    accruedFunding: at((of) => rows.accruedFunding(of)),
    lastSumUnitaryFunding: quantity === 0 ? 0n : market.sumUnitaryFunding,
    openedAt: at((of) => rows.openedAt(of)),
    updatedAt: at((of) => rows.updatedAt(of)),
    version: at((of) => rows.version(of)),
  };
}

/** The part of `marginView` that is cheap enough to compute for every account. Rules 5.2. */
export function balanceView({ accounts, rows, markets }: State, account: AccountNumber): BalanceView {
  const holding = accounts.holding(account);
  let unsettled = 0;
  let isolatedMargin = 0;
  for (let row = accounts.firstRow(account); row !== NONE; row = rows.next(row)) {
    unsettled += unsettledPnl(markets[rows.market(row)]!, rows.quantity(row), rows.cost(row));
    isolatedMargin += rows.margin(row);
  }
  return {
    broker: accounts.isUser(account) ? accounts.broker(account) : NONE,
    holding: holding,
    unsettledPnl: unsettled,
    value: holding + isolatedMargin + unsettled,
    frozen: accounts.frozen(account),
  };
}

/** The positions of an account, by market, cross before isolated. */
export function positionViews(state: State, account: AccountNumber): PositionView[] {
  const views: PositionView[] = [];
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.quantity(row) === 0) continue;
    views.push(
      positionView(state, account, state.rows.market(row), state.rows.isolated(row) === 1 ? "ISOLATED" : "CROSS"),
    );
  }
  return views;
}

interface Sums {
  unsettled: Micros;
  notional: Micros;
  openNotional: Micros;
  initial: Micros;
  maintenance: Micros;
  notionalWithOrders: Micros;
  initialWithOrders: Micros;
  maintenanceWithOrders: Micros;
}

function sumRows(state: State, account: AccountNumber): Sums {
  const sums: Sums = {
    unsettled: 0,
    notional: 0,
    openNotional: 0,
    initial: 0,
    maintenance: 0,
    notionalWithOrders: 0,
    initialWithOrders: 0,
    maintenanceWithOrders: 0,
  };
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    const market = state.markets[state.rows.market(row)]!;
    const quantity = state.rows.quantity(row);
    if (state.rows.isolated(row) === 1) continue;
    const leverage = leverageOf(state, market, row);
    const notional = notionalAtMark(market, quantity);
    const size = sizeWithOrders(quantity, state.rows.pendingBuy(row), state.rows.pendingSell(row));
    const withOrders = notionalAtMark(market, size);
    const average = averagePriceE8(
      state.rows.entryMicros(row),
      state.rows.entryFine(row),
      Math.abs(quantity),
      market.lotE8,
    );
    sums.unsettled += unsettledPnl(market, quantity, state.rows.cost(row));
    sums.notional += notional;
    sums.openNotional += Number(
      (BigInt(Math.abs(quantity)) * BigInt(market.lotE8) * BigInt(average)) / 10_000_000_000n,
    );
    sums.initial += market.ratios.initialMargin(leverage, notional);
    sums.maintenance += market.ratios.maintenanceMargin(notional);
    sums.notionalWithOrders += withOrders;
    sums.initialWithOrders += market.ratios.initialMargin(leverage, withOrders);
    sums.maintenanceWithOrders += market.ratios.maintenanceMargin(withOrders);
  }
  return sums;
}

/** q × (mark − average), rounded down to whole micros. */
function unrealized(market: Market, quantity: Lots, averageE8: number): number {
  const difference = BigInt(market.mark * market.tickE8) - BigInt(averageE8);
  return Number(divFloor(BigInt(quantity) * BigInt(market.lotE8) * difference, 10_000_000_000n));
}

/**
 * The mark price at which a row is liquidated, all else unchanged, at 10⁻⁸: long up, short down, 0 for none. Rules 5.6.
 * Cross: mark + A ÷ (|q|·MMR − q) with A = TC − ΣMM of the account. Isolated: (M − C) ÷ (|q|·MMR − q).
 */
function liquidationPriceE8(state: State, market: Market, row: RowNumber): number {
  if (row === NONE) return 0;
  const q = BigInt(state.rows.quantity(row)) * BigInt(market.lotE8);
  const size = q < 0n ? -q : q;
  const mmr = BigInt(market.ratios.maintenance(notionalAtMark(market, state.rows.quantity(row))));
  const denominator = size * mmr - q * 10_000_000_000n;
  // No position, or a long with a maintenance ratio of 1: no price moves its equity relative to its maintenance.
  if (denominator === 0n) return 0;
  const own = state.rows.isolated(row) === 1;
  const spare = own ? state.rows.margin(row) - state.rows.cost(row) : crossSpare(state, state.rows.account(row));
  const numerator = BigInt(spare) * 10n ** 20n;
  const [n, d] = denominator > 0n ? [numerator, denominator] : [-numerator, -denominator];
  const price = (own ? 0n : BigInt(market.mark * market.tickE8)) + (q > 0n ? divCeil(n, d) : divFloor(n, d));
  return price > 0n ? Number(price) : 0;
}

/** TC − ΣMM, micros. */
function crossSpare(state: State, account: AccountNumber): number {
  const maintenance = crossMaintenance(state, account);
  return crossMargin(state, account, null).collateral - maintenance;
}
