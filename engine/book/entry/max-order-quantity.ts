// The largest order that would be accepted, for a form to show. Rules 5.5. It runs the same checks as a placement; they
// only get stricter as the size rises, so bisection finds it.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, Ticks } from "../../base/units.ts";
import type { MarginMode, Side } from "../../base/vocabulary.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import type { Market } from "../../memory/market/market.ts";
import { ProposedOrder } from "../../memory/order/proposed-order.ts";
import type { State } from "../../memory/state.ts";
import { readOrderTag } from "../../money/fees/order-tags.ts";
import { referencePrice } from "../../money/margin/reference-price.ts";
import { modeOf } from "../../permissions/default-mode.ts";
import { refuseLeaving } from "../../permissions/leaving.ts";
import { STANDSTILL_SINCE } from "../../permissions/standstill.ts";
import { onlyCloses, tradingBlocked } from "../../permissions/trading-state.ts";
import { checkRiskAt } from "./order-risk.ts";

/**
 * Lots, at most `base_max`, in the account's default margin mode; 0 when nothing would be accepted.
 * @param reference the price at which it is expected to execute, ticks
 */
export function maxOrderQuantity(
  state: State,
  account: AccountNumber,
  market: Market,
  side: Side,
  reference: Ticks,
): number {
  const order = orderOf(state, market, account, "");
  order.side = side;
  order.reference = reference;
  return largestAt(state, market, order);
}

/**
 * The largest quantity with which this placement would pass limits and margin, ignoring the quantity that it states;
 * for a reduce-only order, the size to reduce. At most `base_max`; 0 when the account may place no such order now.
 */
export function largestQuantity(state: State, market: Market, command: PlaceOrder): Lots {
  const { account, side } = command;
  const order = orderOf(state, market, account, command.marginMode);
  order.side = side;
  if (tradingBlocked(state, account, market, command, "shown") !== null) return 0;
  if (command.reduceOnly || onlyCloses(market.state)) return reducible(state, market, order);
  if (state.accounts.closesOnly(account) === 1) return 0;
  const isFormer = state.behaviour < STANDSTILL_SINCE;
  if (isFormer && order.mode === "ISOLATED" && refuseLeaving(state, account) !== null) return 0;
  const tag = command.tag === "" ? NONE : readOrderTag(state, account, command.tag);
  if (typeof tag === "number") order.orderTag = tag;
  order.reference = referencePrice(state, market, side, limitOf(state, market, command));
  return largestAt(state, market, order);
}

/** A separate object, because the question may be asked while `state.proposed` is in use. */
function orderOf(state: State, market: Market, account: AccountNumber, marginMode: MarginMode | ""): ProposedOrder {
  const order = new ProposedOrder();
  order.account = account;
  order.market = market.number;
  order.mode = modeOf(state, account, market.number, marginMode);
  order.row = state.rows.find(account, market.number, order.mode);
  return order;
}

function largestAt(state: State, market: Market, order: ProposedOrder): Lots {
  const passes = (quantity: Lots): boolean => {
    order.most = quantity;
    return checkRiskAt(state, market, order) === null;
  };
  let low = 0;
  let high = mostLots(market);
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function reducible(state: State, market: Market, { row, side }: ProposedOrder): Lots {
  const held = row === NONE ? 0 : state.rows.quantity(row);
  return Math.min(mostLots(market), Math.max(0, side === "BUY" ? -held : held));
}

function mostLots(market: Market): number {
  return Math.floor(market.parameters.baseMax / market.lotE8);
}

/** Ticks; 0 for an order without a limit, or whose level the book does not have. A price above the maximum is cut to it. */
function limitOf(state: State, market: Market, { orderType, level, price }: PlaceOrder): Ticks {
  if (orderType !== "ASK" && orderType !== "BID") {
    return Math.floor(Math.min(price, market.parameters.quoteMax) / market.tickE8);
  }
  return state.books.visiblePriceAt(orderType === "ASK" ? market.asks : market.bids, Math.min(4, Math.max(0, level)));
}
