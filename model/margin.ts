// Margin, positions and fees by the letter of the rules, in big integers: ratio functions with the exact fifth root,
// account sums, fills on a row. Rules 4.2, 4.3, 5.1 to 5.3, 5.7, 8.3.

import type { MarginMode } from "@evermark/engine";
import { absolute, divideCeil, divideRound, divideTrunc, greatest, least, sum } from "./exact.ts";
import { isolatedReserve } from "./reserve.ts";
import {
  emptyRow,
  leverageOf,
  type NaiveAccount,
  type NaiveMarket,
  type NaiveOrder,
  type NaiveRow,
  type NaiveState,
  notional,
  remaining,
  rowOf,
} from "./state.ts";

const RATE = 10_000_000_000n;

const knownRates = new Map<string, bigint>();

/**
 * D(num, den, N): the smallest r ≥ 0 with r⁵ · den⁵ · 10²⁴ ≥ num⁵ · N⁴. Rules 5.1. Remembered, because a property asks
 * for the same few values all the time.
 */
function powerRate(numerator: bigint, denominator: bigint, notionalMicros: bigint): bigint {
  const key = `${numerator}/${denominator}/${notionalMicros}`;
  const known = knownRates.get(key) ?? bisectRate(numerator, denominator, notionalMicros);
  knownRates.set(key, known);
  return known;
}

function bisectRate(numerator: bigint, denominator: bigint, notionalMicros: bigint): bigint {
  const reached = (r: bigint) => r ** 5n * denominator ** 5n * 10n ** 24n >= numerator ** 5n * notionalMicros ** 4n;
  let high = 1n;
  while (!reached(high)) high *= 2n;
  let low = -1n; // never reached
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle >= 0n && reached(middle)) high = middle;
    else low = middle;
  }
  return high;
}

export function initialRate(market: NaiveMarket, leverage: bigint, notionalMicros: bigint): bigint {
  const { baseImr, imrFactor } = market.parameters;
  return greatest(divideCeil(RATE, leverage), baseImr, powerRate(imrFactor, 1n, notionalMicros));
}

export function maintenanceRate(market: NaiveMarket, notionalMicros: bigint): bigint {
  const { baseImr, baseMmr, imrFactor } = market.parameters;
  return greatest(baseMmr, powerRate(baseMmr * imrFactor, baseImr, notionalMicros));
}

export function marginOf(notionalMicros: bigint, rate: bigint): bigint {
  return divideCeil(notionalMicros * rate, RATE);
}

export function maxLeverage(market: NaiveMarket): bigint {
  return RATE / market.parameters.baseImr;
}

export function unsettled(row: NaiveRow, mark: bigint): bigint {
  return notional(mark, row.quantity) - row.cost;
}

/** 10⁻⁸, 0 with no position. */
export function averageOpenPrice(row: NaiveRow): bigint {
  return row.quantity === 0n ? 0n : divideRound(row.entryValue, absolute(row.quantity));
}

/** A row that holds and owes nothing is gone, and leaves nothing behind for one that opens in its place. Rules 4.1. */
export function forgetIfEmpty(row: NaiveRow): void {
  if (row.quantity === 0n && row.cost === 0n && row.margin === 0n) Object.assign(row, emptyRow());
}

/** Applies one fill to a row and returns the realized PnL in micros. Rules 4.2. */
export function applyFill(row: NaiveRow, direction: bigint, quantity: bigint, price: bigint, fee: bigint): bigint {
  const held = row.quantity;
  const heldSize = absolute(held);
  row.cost += direction * notional(price, quantity) + fee;
  row.quantity += direction * quantity;
  if (held === 0n || held > 0n === direction > 0n) {
    row.entryValue += price * quantity;
    return 0n;
  }
  const closed = least(quantity, heldSize);
  const share = divideRound(row.entryValue * closed, heldSize);
  const realized = (held > 0n ? 1n : -1n) * (closed * price - share);
  row.entryValue = quantity > heldSize ? (quantity - closed) * price : row.entryValue - share;
  forgetIfEmpty(row);
  return divideRound(realized, RATE);
}

/** One term of a fee: positive ones round up, rebates toward zero. `rate` per 100,000. Rules 1.4, 8.3. */
export function feeOf(notionalMicros: bigint, rate: bigint): bigint {
  return rate >= 0n ? divideCeil(notionalMicros * rate, 100_000n) : divideTrunc(notionalMicros * rate, 100_000n);
}

/** How a user's fee of one execution is shared. Rules 8.3. `baseTaker` per 100,000. */
export function splitFee(
  fee: bigint,
  notionalMicros: bigint,
  role: "maker" | "taker",
  baseTaker: bigint,
): { venue: bigint; builder: bigint } {
  if (role === "maker") return fee >= 0n ? { venue: 0n, builder: fee } : { venue: fee, builder: 0n };
  const venue = least(fee, feeOf(notionalMicros, baseTaker));
  return { venue, builder: fee - venue };
}

/** Open, not reduce-only quantity per side of one account in one market and margin mode. Rules 5.3. */
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

/** Everything of one account in one market and mode, with `extra` quantity added to its open orders. Rules 5.3. */
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

/** Σ IM with orders, where one market's figures may be replaced by those of a change that is being considered. */
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

/** What could be taken out of an account, negative when it already carries too much. Rules 5.2. */
export function spareBalance(state: NaiveState, account: NaiveAccount): bigint {
  const free = totalCollateral(state, account) - initialMarginWithOrders(state, account);
  const profit = greatest(0n, crossProfit(state, account));
  return least(account.holding - isolatedReserve(state, account), free - profit);
}

/** `withdrawable` and `avail_iso`. Rules 5.2. */
export function withdrawableOf(state: NaiveState, account: NaiveAccount): bigint {
  return greatest(0n, spareBalance(state, account));
}

/** Whether a notional is too large for a leverage. Rules 5.7. */
export function exceedsLeverageLimit(market: NaiveMarket, leverage: bigint, notionalMicros: bigint): boolean {
  return powerRate(market.parameters.imrFactor, 1n, notionalMicros) * leverage > RATE;
}
