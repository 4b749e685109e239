// What may be done in a market just now: the checks that come before an order's own fields, and whether anything is matched,
// liquidated or triggered at all. Rules 1.3 (2) to (4), 11.3 to 11.5.

import { NONE } from "../base/storage/int-map.ts";
import type { AccountNumber, PriceE8, Ticks } from "../base/units.ts";
import type { MarketState, OrderType, Side } from "../base/vocabulary.ts";
import type { AmendOrder, PlaceOrder } from "../language/commands/commands.ts";
import { type Rejection, rejection } from "../language/rejections.ts";
import type { Ladder } from "../memory/market/ladder.ts";
import type { Market } from "../memory/market/market.ts";
import type { State } from "../memory/state.ts";
import { modeOf } from "./default-mode.ts";
import { isUserAccount } from "./known-account.ts";
import { refuseFrozen } from "./liquidation-freezes.ts";
import { isInDoubt, STANDSTILL_SINCE } from "./standstill.ts";

/** Whether nothing is matched, liquidated or triggered in the market. */
export function isPaused(state: State, market: Market): boolean {
  return state.venue.rests || !market.isTrading;
}

/** Whether positions of the market may be liquidated: it trades, and its index is not in doubt. */
export function mayLiquidate(state: State, market: Market): boolean {
  if (isPaused(state, market)) return false;
  return state.behaviour < STANDSTILL_SINCE ? !market.health.awaitsReport : !isInDoubt(market);
}

/** Whether an order can only close what its row holds, in this state. */
export function onlyCloses(state: MarketState): boolean {
  return state === "REDUCE_ONLY" || state === "DELISTING";
}

/** The part of a book that an answer may depend on: a preview uses nothing that the public book does not show. */
export type Sight = "all" | "shown";

/**
 * Why an account may not trade a market, or not with this order, or null.
 * @param order null when only the market and the account are known yet
 */
export function tradingBlocked(
  state: State,
  account: AccountNumber,
  market: Market,
  order: PlaceOrder | AmendOrder | null,
  sight: Sight = "all",
): Rejection | null {
  const blocked = market.state === "ACTIVE" ? null : refuseInState(state, account, market, order, sight);
  if (blocked !== null) return blocked;
  const resting = state.venue.rests ? refuseInMaintenance(state, market, order, sight) : null;
  if (resting !== null) return resting;
  if (!isUserAccount(state, account)) return rejection("not_found", {}, "account does not exist");
  return state.liquidations.open.size > 0 ? refuseLiquidating(state, account, market, order) : null;
}

/** Refuses while the order's target is frozen: the whole account, or, once it is known, the isolated row. */
function refuseLiquidating(
  state: State,
  account: AccountNumber,
  market: Market,
  order: PlaceOrder | AmendOrder | null,
): Rejection | null {
  if (order === null) return refuseFrozen(state, account, NONE, "CROSS");
  const asked = order.type === "place_order" ? order.marginMode : "";
  const placed = order.type === "amend_order" ? state.orders.find(order.orderId) : NONE;
  const mode = placed === NONE ? modeOf(state, account, market.number, asked) : state.orders.marginMode(placed);
  return refuseFrozen(state, account, market.number, mode);
}

function refuseInState(
  state: State,
  account: AccountNumber,
  market: Market,
  order: PlaceOrder | AmendOrder | null,
  sight: Sight,
): Rejection | null {
  if (!market.isTrading) return refused(market, "no orders are accepted");
  if (order === null) return null;
  if (market.state === "POST_ONLY") {
    return onlyRests(state, market, order, POST_ONLY_MARKET, sight)
      ? null
      : refused(market, "only orders that rest are accepted");
  }
  // Orders that are open in such a market can only close already.
  if (order.type === "amend_order" || closes(state, account, market, order)) return null;
  return refused(market, "only orders that close a position are accepted");
}

function refuseInMaintenance(
  state: State,
  market: Market,
  order: PlaceOrder | AmendOrder | null,
  sight: Sight,
): Rejection | null {
  if (state.venue.phase === "running") return rejection("maintenance");
  if (state.venue.clockHalt) return refusesClockHalt();
  if (order === null || onlyRests(state, market, order, GRACE, sight)) return null;
  return rejection("maintenance", {}, "The system is resuming after maintenance: only POST_ONLY orders are accepted.");
}

/** Until the clock is right, clients can do nothing but cancel and wait, as during maintenance. */
export function refusesClockHalt(): Rejection {
  return rejection("maintenance", {}, "Trading is halted until the venue's clock is right: only cancels are accepted.");
}

function refused(market: Market, what: string): Rejection {
  const { symbol } = market.parameters;
  return rejection("refused", { market_state: market.state }, `${symbol} is ${market.state}: ${what}`);
}

function closes(state: State, account: AccountNumber, market: Market, order: PlaceOrder): boolean {
  const row = state.rows.find(account, market.number, modeOf(state, account, market.number, order.marginMode));
  const held = row === NONE ? 0 : state.rows.quantity(row);
  return order.side === "BUY" ? held < 0 : held > 0;
}

const POST_ONLY_MARKET: readonly OrderType[] = ["POST_ONLY", "LIMIT"];
const GRACE: readonly OrderType[] = ["POST_ONLY"];

/** Whether an order has one of these types and would meet nothing; hidden orders count unless `sight` is "shown". */
function onlyRests(
  state: State,
  market: Market,
  order: PlaceOrder | AmendOrder,
  types: readonly OrderType[],
  sight: Sight,
): boolean {
  return types.includes(order.orderType) && !meets(state, market, order.side, priceOf(state, market, order), sight);
}

function meets(state: State, market: Market, side: Side, price: PriceE8, sight: Sight): boolean {
  const best = bestOf(state, opposite(market, side), sight) * market.tickE8;
  if (best === 0 || price === 0) return false;
  return side === "BUY" ? price >= best : price <= best;
}

/** The best price of a side, 0 for none. */
function bestOf(state: State, ladder: Ladder, sight: Sight): Ticks {
  if (sight === "shown") return state.books.bestVisible(ladder);
  const level = ladder.best();
  return level === NONE ? 0 : state.books.levels.price(level);
}

/** The price in 10⁻⁸ that an order will have. */
function priceOf(state: State, market: Market, order: PlaceOrder | AmendOrder): PriceE8 {
  if (order.type === "amend_order") {
    const known = state.orders.find(order.orderId);
    return order.price === 0 && known !== NONE ? state.orders.price(known) * market.tickE8 : order.price;
  }
  const best = order.postOnlyAdjust ? state.books.bestVisible(opposite(market, order.side)) : 0;
  if (best === 0) return order.price;
  return order.side === "BUY"
    ? Math.min(order.price, (best - 1) * market.tickE8)
    : Math.max(order.price, (best + 1) * market.tickE8);
}

function opposite(market: Market, side: Side): Ladder {
  return side === "BUY" ? market.asks : market.bids;
}
