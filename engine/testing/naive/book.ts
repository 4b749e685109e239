// Matching in the most obvious way: every step looks at all open orders, sorts them, and takes the first. What would
// happen (FOK, POST_ONLY) is found out by letting it happen to a copy of the whole state. Rules 2.2 to 2.6.

import type { CancelReason } from "../../vocabulary.ts";
import { absolute, divideCeil, divideFloor, greatest, least } from "./exact.ts";
import { applyFill, feeOf, splitFee } from "./margin.ts";
import type { NaiveReports } from "./reports.ts";
import {
  inTicks,
  type NaiveMarket,
  type NaiveOrder,
  type NaiveState,
  notional,
  remaining,
  visibleRemaining,
} from "./state.ts";

const RATE = 10_000_000_000n;
/** 3 bps, the public tier of rules 8.1, per 100,000. */
export const BASE_TAKER_FEE = 30n;

/** Best first: better price, then earlier priority. Rules 2.3. */
export function sideOfBook(state: NaiveState, market: number, side: "BUY" | "SELL"): NaiveOrder[] {
  const better = side === "BUY" ? -1 : 1;
  return state.open
    .filter((order) => order.market === market && order.side === side)
    .sort((a, b) => Number(a.price - b.price) * better || a.priority - b.priority);
}

/** The visible prices of a side with their quantities, best first, in 10⁻⁸. */
export function visibleLevels(
  state: NaiveState,
  market: number,
  side: "BUY" | "SELL",
): { price: bigint; quantity: bigint }[] {
  const levels: { price: bigint; quantity: bigint }[] = [];
  for (const order of sideOfBook(state, market, side)) {
    const quantity = visibleRemaining(order);
    if (quantity === 0n) continue;
    const level = levels.find((each) => each.price === order.price);
    if (level === undefined) levels.push({ price: order.price, quantity });
    else level.quantity += quantity;
  }
  return levels;
}

export function bestVisible(state: NaiveState, market: number, side: "BUY" | "SELL"): bigint | null {
  return visibleLevels(state, market, side)[0]?.price ?? null;
}

export function opposite(side: "BUY" | "SELL"): "BUY" | "SELL" {
  return side === "BUY" ? "SELL" : "BUY";
}

/** The worst price a market order may trade at. Rules 2.2. `slippage` in 10⁻⁸, 0 for none. */
export function marketBound(state: NaiveState, market: NaiveMarket, side: "BUY" | "SELL", slippage: bigint): bigint {
  const { quoteTick: tick, priceRange } = market.parameters;
  const best = slippage === 0n ? null : bestVisible(state, market.number, opposite(side));
  if (side === "BUY") {
    const byRange = divideFloor(market.mark * (RATE + priceRange), RATE * tick) * tick;
    if (best === null) return byRange;
    return least(byRange, divideFloor(best * (100_000_000n + slippage), 100_000_000n * tick) * tick);
  }
  const byRange = divideCeil(market.mark * (RATE - priceRange), RATE * tick) * tick;
  if (best === null) return byRange;
  return greatest(byRange, divideCeil(best * (100_000_000n - slippage), 100_000_000n * tick) * tick);
}

/** Ends an order. It may be on the book or still incoming. */
export function cancel(state: NaiveState, order: NaiveOrder, reason: CancelReason, reports: NaiveReports): void {
  state.open = state.open.filter((each) => each.id !== order.id);
  order.status = "CANCELLED";
  order.reason = reason;
  order.updatedAt = state.now;
  reports.cancelled(state, order);
}

/** Gives an incoming order its executions and its end: resting, filled or cancelled. `bound`: rules 2.2. */
export function matchIncoming(state: NaiveState, order: NaiveOrder, bound: bigint, reports: NaiveReports): void {
  if (order.type === "FOK" && !wouldFill(state, order, bound)) {
    cancel(state, order, "FOK_UNFILLED", reports);
    return;
  }
  if (order.type === "POST_ONLY" && wouldTakeVisible(state, order, bound)) {
    cancel(state, order, "POST_ONLY_CROSS", reports);
    return;
  }
  walk(state, order, bound, reports);
  if (order.status === "FILLED" || order.status === "CANCELLED") return;
  if (order.type === "IOC") cancel(state, order, "IOC_REMAINDER", reports);
  else if (order.type === "MARKET") cancel(state, order, "MARKET_REMAINDER", reports);
  else state.open.push(order);
}

/** Best visible price against which a price would trade, moved one tick away: rules 2.5. */
export function adjustedPostOnlyPrice(
  state: NaiveState,
  market: NaiveMarket,
  side: "BUY" | "SELL",
  price: bigint,
): bigint {
  const best = bestVisible(state, market.number, opposite(side));
  if (best === null) return price;
  const { quoteTick } = market.parameters;
  // Below the lowest ask there may be no price left; then the order crosses and is cancelled.
  if (side === "BUY") return price >= best ? greatest(best - quoteTick, quoteTick) : price;
  return price <= best ? best + quoteTick : price;
}

function wouldFill(state: NaiveState, order: NaiveOrder, bound: bigint): boolean {
  const copy = structuredClone({ state, order });
  walk(copy.state, copy.order, bound, null);
  return copy.order.status === "FILLED";
}

function wouldTakeVisible(state: NaiveState, order: NaiveOrder, bound: bigint): boolean {
  const copy = structuredClone({ state, order });
  return walk(copy.state, copy.order, bound, null) === "met visible quantity";
}

/** Executes until nothing more can. A POST_ONLY order stops in front of visible quantity and says so. */
function walk(
  state: NaiveState,
  order: NaiveOrder,
  bound: bigint,
  reports: NaiveReports | null,
): "done" | "met visible quantity" {
  const market = state.markets[order.market]!;
  for (;;) {
    if (order.status === "FILLED" || order.status === "CANCELLED") return "done";
    const resting = sideOfBook(state, order.market, opposite(order.side))[0];
    if (resting === undefined) return "done";
    if (order.side === "BUY" ? resting.price > bound : resting.price < bound) return "done";
    const wanted = executable(state, order, resting.price);
    if (wanted === 0n) return "done";

    const visible = visibleRemaining(resting);
    const hidden = remaining(resting) - visible;
    const own = resting.account === order.account;
    if (order.type === "POST_ONLY" && visible > 0n && (own || hidden === 0n)) return "met visible quantity";
    if (own) {
      if (reports === null) state.open = state.open.filter((each) => each.id !== resting.id);
      else cancel(state, resting, "SELF_TRADE", reports);
      continue;
    }
    const part = hidden > 0n ? "hidden" : "visible";
    const offered = least(part === "hidden" ? hidden : visible, executable(state, resting, resting.price));
    execute(state, market, { resting, incoming: order, part, quantity: least(wanted, offered), bound }, reports);
  }
}

/** What an order can still execute at a price. Rules 2.2 (amount), 2.6 (reduce-only). */
function executable(state: NaiveState, order: NaiveOrder, price: bigint): bigint {
  const market = state.markets[order.market]!;
  const quantity = order.quantity === 0n ? affordable(market, order, price) : remaining(order);
  if (!order.reduceOnly) return quantity;
  const held = state.accounts[order.account]!.rows[order.market]!.quantity;
  return least(quantity, absolute(held));
}

/** What the rest of an order's amount pays for at a price, in whole lots. */
function affordable(market: NaiveMarket, order: NaiveOrder, price: bigint): bigint {
  const { baseTick } = market.parameters;
  return divideFloor((order.amount - order.executedNotional) * RATE, price * baseTick) * baseTick;
}

/** An order by amount is filled when the rest of it pays for no lot at the price it would meet next, or met last. */
function isSpent(
  state: NaiveState,
  market: NaiveMarket,
  order: NaiveOrder,
  fill: { price: bigint; bound: bigint },
): boolean {
  const next = sideOfBook(state, order.market, opposite(order.side)).find((each) => each.account !== order.account);
  const reached = next !== undefined && (order.side === "BUY" ? next.price <= fill.bound : next.price >= fill.bound);
  return affordable(market, order, reached ? next.price : fill.price) === 0n;
}

interface Execution {
  readonly resting: NaiveOrder;
  readonly incoming: NaiveOrder;
  readonly part: "hidden" | "visible";
  readonly quantity: bigint;
  /** The worst price at which the incoming order goes on. */
  readonly bound: bigint;
}

function execute(state: NaiveState, market: NaiveMarket, execution: Execution, reports: NaiveReports | null): void {
  const { resting, incoming, part, quantity, bound } = execution;
  const price = resting.price;
  state.lastMatchId += 1;
  market.last = price;
  const roles = {
    resting: part === "visible" ? ("maker" as const) : ("taker" as const),
    incoming: incoming.type === "POST_ONLY" ? ("maker" as const) : ("taker" as const),
  };
  const before = [resting, incoming].map((order) => state.accounts[order.account]!.rows[market.number]!.quantity);
  fillOneSide(state, market, resting, roles.resting, { price, quantity, bound }, reports);
  fillOneSide(state, market, incoming, roles.incoming, { price, quantity, bound }, reports);
  reports?.trade({
    market: market.number,
    matchId: state.lastMatchId,
    price: inTicks(market, price),
    quantity: Number(quantity / market.parameters.baseTick),
    // By role; where both take, the incoming order is the one that the tape names.
    takerSide: roles.incoming === "taker" ? incoming.side : resting.side,
    makerAccount: roles.incoming === "taker" ? resting.account : incoming.account,
    takerAccount: roles.incoming === "taker" ? incoming.account : resting.account,
    at: state.now,
  });
  dropReduceOnly(state, market, resting.account, before[0]!, incoming, reports);
  dropReduceOnly(state, market, incoming.account, before[1]!, incoming, reports);
}

function fillOneSide(
  state: NaiveState,
  market: NaiveMarket,
  order: NaiveOrder,
  role: "maker" | "taker",
  fill: { price: bigint; quantity: bigint; bound: bigint },
  reports: NaiveReports | null,
): void {
  const account = state.accounts[order.account]!;
  const broker = state.brokers[account.broker]!;
  const value = notional(fill.price, fill.quantity);
  const fee = feeOf(value, role === "maker" ? broker.makerFee : broker.takerFee);
  const split = splitFee(fee, value, role, BASE_TAKER_FEE);
  const direction = order.side === "BUY" ? 1n : -1n;
  const realized = applyFill(account.rows[market.number]!, direction, fill.quantity, fill.price, fee);
  state.feeVenue.rows[market.number]!.cost -= split.venue;
  broker.fees.rows[market.number]!.cost -= split.builder;

  state.lastTradeId += 1;
  order.executed += fill.quantity;
  order.executedNotional += value;
  order.totalFee += fee;
  order.totalRealizedPnl += realized;
  order.updatedAt = state.now;
  const done = order.quantity === 0n ? isSpent(state, market, order, fill) : remaining(order) === 0n;
  order.status = done ? "FILLED" : "PARTIAL_FILLED";
  if (done) order.quantity = order.executed;
  if (done) state.open = state.open.filter((each) => each.id !== order.id);
  reports?.filled(state, order, { ...fill, fee, realized, maker: role === "maker" });
}

/** Cancels what can no longer reduce: rules 2.6. What rests goes by ascending id, the incoming order comes last. */
function dropReduceOnly(
  state: NaiveState,
  market: NaiveMarket,
  account: number,
  before: bigint,
  incoming: NaiveOrder,
  reports: NaiveReports | null,
): void {
  const after = state.accounts[account]!.rows[market.number]!.quantity;
  const turned = before !== 0n && (after === 0n || before > 0n !== after > 0n);
  if (!turned) return;
  const resting = state.open.toSorted((a, b) => a.id - b.id);
  const live = [...resting, incoming].filter(
    (order) => order.account === account && order.market === market.number && order.reduceOnly,
  );
  for (const order of live) {
    if (order.status === "FILLED" || order.status === "CANCELLED") continue;
    if (reports !== null) cancel(state, order, "REDUCE_ONLY_CLOSED", reports);
    else {
      state.open = state.open.filter((each) => each.id !== order.id);
      order.status = "CANCELLED";
    }
  }
}
