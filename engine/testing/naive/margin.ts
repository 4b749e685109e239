// Margin, positions and fees by the letter of the rules, in big integers: ratio functions with the exact fifth root,
// account sums, the acceptance test, liquidation prices, fills on a row. Rules 4.2, 4.3, 4.7, 5.1 to 5.7, 8.3.

import { absolute, divideCeil, divideFloor, divideRound, divideTrunc, greatest, least, sum } from "./exact.ts";
import {
  inLots,
  inTicks,
  type NaiveAccount,
  type NaiveMarket,
  type NaiveOrder,
  type NaiveRow,
  type NaiveState,
  notional,
  remaining,
} from "./state.ts";

const RATE = 10_000_000_000n;
const RATIO = 100_000_000n;

const knownRates = new Map<string, bigint>();

/**
 * D(num, den, N): the smallest r ≥ 0 with r⁵ · den⁵ · 10²⁴ ≥ num⁵ · N⁴. Rules 5.1. Remembered, because a property asks
 * for the same few values all the time.
 */
export function powerRate(numerator: bigint, denominator: bigint, notionalMicros: bigint): bigint {
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

/** Open, not reduce-only quantity per side of one account in one market. Rules 5.3. */
export function pending(open: readonly NaiveOrder[], account: number, market: number): { buy: bigint; sell: bigint } {
  const counted = open.filter((order) => order.account === account && order.market === market && !order.reduceOnly);
  return {
    buy: sum(counted.filter((order) => order.side === "BUY").map(remaining)),
    sell: sum(counted.filter((order) => order.side === "SELL").map(remaining)),
  };
}

interface SymbolFigures {
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

/** Everything of one account in one market, with `extra` quantity added to its open orders. Rules 5.3. */
export function symbolFigures(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  extra: { buy: bigint; sell: bigint } = { buy: 0n, sell: 0n },
  leverage: bigint = account.leverages[market.number]!,
): SymbolFigures {
  const row = account.rows[market.number]!;
  const open = pending(state.open, account.number, market.number);
  const buy = open.buy + extra.buy;
  const sell = open.sell + extra.sell;
  const size = notional(market.mark, absolute(row.quantity));
  const withOrders = greatest(absolute(row.quantity + buy), absolute(row.quantity - sell));
  const sizeWithOrders = notional(market.mark, withOrders);
  return {
    notional: size,
    unsettled: unsettled(row, market.mark),
    imr: initialRate(market, leverage, size),
    mmr: maintenanceRate(market, size),
    notionalWithOrders: sizeWithOrders,
    imrWithOrders: initialRate(market, leverage, sizeWithOrders),
    mmrWithOrders: maintenanceRate(market, sizeWithOrders),
    buy,
    sell,
  };
}

function allFigures(state: NaiveState, account: NaiveAccount): SymbolFigures[] {
  return state.markets.map((market) => symbolFigures(state, account, market));
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

export function totalCollateral(state: NaiveState, account: NaiveAccount): bigint {
  return account.holding + sum(state.markets.map((market) => unsettled(account.rows[market.number]!, market.mark)));
}

/** Own ratios round down; 10 where nothing is held. */
function ownRatio(collateral: bigint, size: bigint): number {
  return Number(size === 0n ? 10n * RATIO : divideFloor(collateral * RATIO, size));
}

/** Requirement ratios round up; 0 where nothing is held. */
function requirementRatio(margin: bigint, size: bigint): number {
  return Number(size === 0n ? 0n : divideCeil(margin * RATIO, size));
}

/** The same figures as the engine's `MarginView`, but `openMarginRatioE8`, which the rules leave open without a position. */
export function marginFigures(state: NaiveState, account: NaiveAccount) {
  const figures = allFigures(state, account);
  const profit = sum(figures.map((f) => f.unsettled));
  const collateral = account.holding + profit;
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
    frozen: 0,
    isolatedOrderFrozen: 0,
    totalCollateral: Number(collateral),
    accountValue: Number(collateral),
    freeCollateral: Number(free),
    withdrawable: Number(greatest(0n, least(account.holding, free - greatest(0n, profit)))),
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

/** Mark price at which the account would be at maintenance, 10⁻⁸, 0 for none. Rules 5.6. */
function liquidationPrice(state: NaiveState, account: NaiveAccount, market: NaiveMarket): bigint {
  const held = account.rows[market.number]!.quantity;
  if (held === 0n) return 0n;
  const maintenance = sum(allFigures(state, account).map((f) => marginOf(f.notional, f.mmr)));
  const spare = totalCollateral(state, account) - maintenance;
  const { mmr } = symbolFigures(state, account, market);
  const slope = absolute(held) * mmr - held * RATE;
  if (slope === 0n) return 0n;
  const move = (held > 0n ? divideCeil : divideFloor)(spare * 10n ** 20n, slope);
  return greatest(0n, market.mark + move);
}

/** The figures of the engine's `PositionView` that the rules define. */
export function positionFigures(state: NaiveState, account: NaiveAccount, market: NaiveMarket) {
  const row = account.rows[market.number]!;
  const figures = symbolFigures(state, account, market);
  const average = averageOpenPrice(row);
  return {
    market: market.number,
    marginMode: "CROSS",
    quantity: inLots(market, row.quantity),
    cost: Number(row.cost),
    averageOpenPrice: Number(average),
    mark: inTicks(market, market.mark),
    settlePrice: inTicks(market, row.settlePrice),
    estLiqPrice: Number(liquidationPrice(state, account, market)),
    unsettledPnl: Number(figures.unsettled),
    unrealizedPnl: Number(divideFloor(row.quantity * (market.mark - average), RATE)),
    notional: Number(figures.notional),
    pendingLong: inLots(market, figures.buy),
    pendingShort: 0 - inLots(market, figures.sell),
    imr: Number(figures.imr),
    mmr: Number(figures.mmr),
    imrWithOrders: Number(figures.imrWithOrders),
    mmrWithOrders: Number(figures.mmrWithOrders),
    leverage: Number(account.leverages[market.number]),
    margin: 0,
    accruedFunding: 0,
    lastSumUnitaryFunding: 0n,
  };
}

/** Whether a notional is too large for a leverage. Rules 5.7. */
export function exceedsLeverageLimit(market: NaiveMarket, leverage: bigint, notionalMicros: bigint): boolean {
  return powerRate(market.parameters.imrFactor, 1n, notionalMicros) * leverage > RATE;
}

export interface Candidate {
  readonly side: "BUY" | "SELL";
  readonly quantity: bigint;
  /** The reference price of rules 5.4. */
  readonly reference: bigint;
  /** Per 100,000. */
  readonly takerFee: bigint;
}

export type MarginVerdict = "accepted" | "position_limit" | "open_interest_limit" | "insufficient_margin";

/** Whether closing is all that an order can do, given the orders already open on its side. Rules 5.4. */
export function isPurelyClosing(held: bigint, open: { buy: bigint; sell: bigint }, candidate: Candidate): boolean {
  const closes = candidate.side === "BUY" ? held < 0n : held > 0n;
  const sameSide = candidate.side === "BUY" ? open.buy : open.sell;
  return closes && sameSide + candidate.quantity <= absolute(held);
}

/**
 * Checks (12) and (13) of rules 1.3 for an order that is not reduce-only and is not among the open orders.
 * @param before the notional with orders as it is now; of an amendment, with the order as it was
 */
export function judgeOrder(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  candidate: Candidate,
  before: bigint = symbolFigures(state, account, market).notionalWithOrders,
): MarginVerdict {
  const row = account.rows[market.number]!;
  const open = pending(state.open, account.number, market.number);
  if (isPurelyClosing(row.quantity, open, candidate)) return "accepted";
  const extra =
    candidate.side === "BUY" ? { buy: candidate.quantity, sell: 0n } : { buy: 0n, sell: candidate.quantity };
  const after = symbolFigures(state, account, market, extra);
  // A limit that the price has overrun refuses what would go further, and nothing else.
  const grows = after.notionalWithOrders > before;
  if (grows && exceedsLimits(market, account.leverages[market.number]!, after.notionalWithOrders)) {
    return "position_limit";
  }
  const longs = sum(state.accounts.map((each) => greatest(0n, each.rows[market.number]!.quantity)));
  if (notional(market.mark, longs + candidate.quantity) > market.parameters.globalMaxOiCap) {
    return "open_interest_limit";
  }
  const required =
    initialMarginWithOrders(state, account, new Map([[market.number, after]])) +
    priceLoss(market, candidate) +
    feeOf(notional(candidate.reference, candidate.quantity), candidate.takerFee);
  return totalCollateral(state, account) >= required ? "accepted" : "insufficient_margin";
}

/** Rules 4.7. */
function exceedsLimits(market: NaiveMarket, leverage: bigint, notionalMicros: bigint): boolean {
  return notionalMicros > market.parameters.maxNotional || exceedsLeverageLimit(market, leverage, notionalMicros);
}

function priceLoss(market: NaiveMarket, candidate: Candidate): bigint {
  const worse = candidate.side === "BUY" ? candidate.reference - market.mark : market.mark - candidate.reference;
  return notional(greatest(0n, worse), candidate.quantity);
}
