// Matching in the most obvious way: every step looks at all open orders, sorts them, and takes the first. Whether a FOK
// would be filled is found by executing it on a copy of the whole state. Rules 2.2 to 2.7, 5.9 (3).

import { cover } from "../../money/cover/naive-cover.ts";
import { affordableQuantity, fillRow } from "../../money/cover/naive-fills.ts";
import { feesOfFill, shareFees } from "../../money/fees/fill-fees.ts";
import { totalCollateral } from "../../money/margin/naive-margin.ts";
import { reservesOf } from "../../money/margin/reserve.ts";
import { absolute, divideFloor, greatest, least } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { rowOf } from "../../state/records/naive-account.ts";
import { inTicks, type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import { type NaiveOrder, remaining, visibleRemaining } from "../../state/records/naive-order.ts";
import { NaiveReports } from "../../state/reports.ts";
import { mirrorOrder } from "../orders/algo-mirror.ts";
import { cancel } from "../orders/order-endings.ts";
import { rowChanged } from "../orders/row-changes.ts";
import { opposite, sideOfBook } from "../orders/sorted-book.ts";

/** Executes an incoming order and ends it: resting, filled or cancelled. `bound`: rules 2.2. */
export function matchIncoming(state: NaiveState, order: NaiveOrder, bound: bigint, reports: NaiveReports): void {
  state.incoming = order;
  meetBook(state, order, bound, reports);
  state.incoming = null;
  if (order.status !== "NEW" && order.status !== "PARTIAL_FILLED") return;
  // A resting order's reference is its limit: any better bid has been met.
  order.reference = order.price;
  state.open.push(order);
}

function meetBook(state: NaiveState, order: NaiveOrder, bound: bigint, reports: NaiveReports): void {
  if (order.type === "FOK" && !wouldFill(state, order, bound)) {
    cancel(state, order, "FOK_UNFILLED", reports);
    return;
  }
  if (order.type === "POST_ONLY" && wouldTakeVisible(state, order, bound)) {
    cancel(state, order, "POST_ONLY_CROSS", reports);
    return;
  }
  // Where a hidden order failed that was counted as present, the next order may be visible after all.
  if (walk(state, order, bound, reports) === "met visible quantity") cancel(state, order, "POST_ONLY_CROSS", reports);
  if (isOver(order)) return;
  if (order.type === "IOC") cancel(state, order, "IOC_REMAINDER", reports);
  else if (order.type === "MARKET") cancel(state, order, "MARKET_REMAINDER", reports);
}

/** Executes on a copy of everything. */
function wouldFill(state: NaiveState, order: NaiveOrder, bound: bigint): boolean {
  const copy = structuredClone({ state, order });
  walk(copy.state, copy.order, bound, new NaiveReports());
  return copy.order.status === "FILLED";
}

/**
 * Whether an order would reach visible quantity, its owner's included, before it is filled. Every resting order counts
 * as present, whether it could bear its execution or not. Rules 2.3 (7), 2.5.
 */
function wouldTakeVisible(state: NaiveState, order: NaiveOrder, bound: bigint): boolean {
  const market = state.markets[order.market]!;
  const met = new Map<string, bigint>();
  /** What the rows of reduce-only orders would hold when their turn comes. */
  const held = new Map<string, bigint>();
  let left = executable(state, order, order.price);
  for (const resting of sideOfBook(state, order.market, opposite(order.side))) {
    if (left === 0n || (order.side === "BUY" ? resting.price > bound : resting.price < bound)) return false;
    if (isSameOwner(state, resting, order)) {
      if (visibleRemaining(resting) > 0n) return true;
      continue;
    }
    const row = `${resting.account} ${resting.marginMode}`;
    const before = held.get(row) ?? rowOf(state.accounts[resting.account]!, market, resting.marginMode).quantity;
    const closes = resting.side === "BUY" ? before < 0n : before > 0n;
    const reducible = closes ? least(remaining(resting), absolute(before)) : 0n;
    const offered = resting.reduceOnly ? reducible : remaining(resting);
    if (offered === 0n) continue;
    if (isDoubtful(state, resting, met)) return true;
    held.set(row, before + (resting.side === "BUY" ? offered : -offered));
    const hidden = least(offered, remaining(resting) - visibleRemaining(resting));
    if (left > hidden && offered > hidden) return true;
    left -= least(left, hidden);
  }
  return false;
}

/** Executes until nothing more can, or until a POST_ONLY order would meet visible quantity. */
function walk(
  state: NaiveState,
  order: NaiveOrder,
  bound: bigint,
  reports: NaiveReports,
): "done" | "met visible quantity" {
  const market = state.markets[order.market]!;
  /** Ids of resting orders that fail only because of an index in doubt: no quote is cancelled because a feed was late. */
  const passed = new Set<number>();
  const end = () => {
    if (passed.size > 0 && !isOver(order)) cancel(state, order, "MARKET_STATE", reports);
    return "done" as const;
  };
  for (;;) {
    if (isOver(order)) return "done";
    const resting = sideOfBook(state, order.market, opposite(order.side)).find((each) => !passed.has(each.id));
    if (resting === undefined) return end();
    if (order.side === "BUY" ? resting.price > bound : resting.price < bound) return end();
    const wanted = executable(state, order, resting.price);
    if (wanted === 0n) return end();

    const visible = visibleRemaining(resting);
    const hidden = remaining(resting) - visible;
    const own = isSameOwner(state, resting, order);
    if (order.type === "POST_ONLY" && visible > 0n && (own || hidden === 0n)) return "met visible quantity";
    if (own) {
      cancel(state, resting, "SELF_TRADE", reports);
      continue;
    }
    const part = hidden > 0n ? "hidden" : "visible";
    const offered = least(part === "hidden" ? hidden : visible, executable(state, resting, resting.price));
    const { price } = resting;
    const roles = rolesOf(order, part);
    const quantity = affordableQuantity(state, order, roles.incoming, price, least(wanted, offered));
    if (quantity === 0n) {
      cancel(state, order, "MARGIN", reports);
      continue;
    }
    const theirs = cover(state, resting, { role: roles.resting, price, quantity });
    if (theirs === "in doubt") passed.add(resting.id);
    if (theirs === "failed") cancel(state, resting, "MARGIN", reports);
    if (theirs !== "borne") continue;
    const ours = cover(state, order, { role: roles.incoming, price, quantity });
    // An order that would open in doubt may rest only where it does not cross.
    if (ours !== "borne") cancel(state, order, ours === "in doubt" ? "MARKET_STATE" : "MARGIN", reports);
    else execute(state, market, { resting, incoming: order, part, quantity, bound }, reports);
  }
}

/** Rules 2.3 (5). */
function rolesOf(incoming: NaiveOrder, part: "hidden" | "visible"): Record<"resting" | "incoming", "maker" | "taker"> {
  return {
    resting: part === "visible" ? "maker" : "taker",
    incoming: incoming.type === "POST_ONLY" ? "maker" : "taker",
  };
}

function isOver(order: NaiveOrder): boolean {
  return order.status === "FILLED" || order.status === "CANCELLED";
}

/**
 * Whether a resting order might be gone before its turn: an isolated order that closed, when an order of the same row
 * was met before it, so that it may open by then and need margin. The prediction does not count on it.
 * @param met the isolated rows met so far, with their first holdings
 */
function isDoubtful(state: NaiveState, resting: NaiveOrder, met: Map<string, bigint>): boolean {
  if (resting.marginMode === "CROSS") return false;
  const key = `${resting.account} ${resting.id}`;
  const row = `${resting.account}`;
  const before = met.get(row);
  if (met.has(key)) return false;
  met.set(key, 0n);
  if (before === undefined) {
    met.set(row, rowOf(state.accounts[resting.account]!, state.markets[resting.market]!, "ISOLATED").quantity);
    return false;
  }
  if (resting.reduceOnly) return false;
  return resting.side === "BUY" ? before < 0n : before > 0n;
}

/** Rules 2.4: a main account and all its sub-accounts. */
function isSameOwner(state: NaiveState, a: NaiveOrder, b: NaiveOrder): boolean {
  return state.accounts[a.account]!.main === state.accounts[b.account]!.main;
}

/** How much an order can still execute at a price. Rules 2.2 (amount), 2.6 (reduce-only). */
function executable(state: NaiveState, order: NaiveOrder, price: bigint): bigint {
  const market = state.markets[order.market]!;
  const quantity = order.quantity === 0n ? affordable(market, order, price) : remaining(order);
  if (!order.reduceOnly) return quantity;
  const held = rowOf(state.accounts[order.account]!, market, order.marginMode).quantity;
  return least(quantity, absolute(held));
}

/** The quantity that the rest of an order's amount pays for at a price, in whole lots. */
function affordable(market: NaiveMarket, order: NaiveOrder, price: bigint): bigint {
  const { baseTick } = market.parameters;
  return divideFloor((order.amount - order.executedNotional) * RATE, price * baseTick) * baseTick;
}

/** An order by amount is filled when the rest of it pays for no lot at the price that it would meet next, or else met last. */
function isSpent(
  state: NaiveState,
  market: NaiveMarket,
  order: NaiveOrder,
  fill: { price: bigint; bound: bigint },
): boolean {
  const next = sideOfBook(state, order.market, opposite(order.side)).find((each) => !isSameOwner(state, each, order));
  const reached = next !== undefined && (order.side === "BUY" ? next.price <= fill.bound : next.price >= fill.bound);
  return affordable(market, order, reached ? next.price : fill.price) === 0n;
}

interface Execution {
  readonly resting: NaiveOrder;
  readonly incoming: NaiveOrder;
  readonly part: "hidden" | "visible";
  readonly quantity: bigint;
  /** The worst price at which the incoming order continues. */
  readonly bound: bigint;
}

function execute(state: NaiveState, market: NaiveMarket, execution: Execution, reports: NaiveReports): void {
  const { resting, incoming, part, quantity, bound } = execution;
  const price = resting.price;
  state.lastMatchId += 1;
  market.last = price;
  const roles = rolesOf(incoming, part);
  const fund = totalCollateral(state, state.insurance);
  const before = [resting, incoming].map((order) => {
    const account = state.accounts[order.account]!;
    return {
      quantity: rowOf(account, market, order.marginMode).quantity,
      reserves: reservesOf(state, account, market),
    };
  });
  fillOneSide(state, market, resting, roles.resting, { price, quantity, bound }, reports);
  fillOneSide(state, market, incoming, roles.incoming, { price, quantity, bound }, reports);
  reports.trade({
    market: market.number,
    matchId: state.lastMatchId,
    price: inTicks(market, price),
    quantity: Number(quantity / market.parameters.baseTick),
    // By role; where both sides are takers, the tape names the incoming order.
    takerSide: roles.incoming === "taker" ? incoming.side : resting.side,
    makerAccount: roles.incoming === "taker" ? resting.account : incoming.account,
    takerAccount: roles.incoming === "taker" ? incoming.account : resting.account,
    at: state.now,
  });
  state.lostToExecutions += greatest(0n, fund - totalCollateral(state, state.insurance));
  for (const [n, order] of [resting, incoming].entries()) {
    const account = state.accounts[order.account]!;
    rowChanged(state, reports, account, market, order.marginMode, before[n]!);
  }
}

function fillOneSide(
  state: NaiveState,
  market: NaiveMarket,
  order: NaiveOrder,
  role: "maker" | "taker",
  fill: { price: bigint; quantity: bigint; bound: bigint },
  reports: NaiveReports,
): void {
  const account = state.accounts[order.account]!;
  const value = notional(fill.price, fill.quantity);
  const charged = { value, role, orderTag: order.tag, market: market.number };
  const { fee, tagFee } = feesOfFill(state, account, charged);
  const direction = order.side === "BUY" ? 1n : -1n;
  const margin = rowOf(account, market, order.marginMode).margin;
  const realized = fillRow(state, account, market, order.marginMode, {
    direction,
    quantity: fill.quantity,
    price: fill.price,
    fee,
  });
  const marginChange = rowOf(account, market, order.marginMode).margin - margin;
  shareFees(state, account, market, { ...charged, fee, tagFee });

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
  reports.filled(state, order, { ...fill, fee, tagFee, realized, marginChange, maker: role === "maker" });
  mirrorOrder(state, reports, order, "fill");
}
