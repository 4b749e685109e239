// What isolated orders reserve is out of reach of the cross positions' liquidation, so while one of those is at a price that
// nobody believes no order reserves more of the balance. Asked before anything else about the order itself: it leaves no
// trace. Rules 5.9 (1), 11.4.

import type { AmendOrder, PlaceOrder } from "../commands.ts";
import { modeOf } from "../isolated/margin-mode.ts";
import { reserveOf } from "../isolated/order-reserve.ts";
import { referencePrice } from "../margin/reference-price.ts";
import { refuseInDoubt } from "../market/disbelief.ts";
import type { LiveMarket } from "../market/live-market.ts";
import { onlyCloses } from "../market/trading-state.ts";
import type { Rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { checkFields } from "./order-fields.ts";

/** What is no order at all is refused for that. */
export function refusePlacingInDoubt(state: State, market: LiveMarket, c: PlaceOrder): Rejection | null {
  if (c.reduceOnly || onlyCloses(market.state)) return null;
  if (modeOf(state, c.account, market.number, c.marginMode) === "CROSS") return null;
  const refused = refuseInDoubt(state, c.account);
  if (refused === null || checkFields(c) !== null) return null;
  return lotsOf(state, market, c) > closableBy(state, market, c) ? refused : null;
}

/** @param order the one that is named, NONE if there is none; somebody else's is no business of this check */
export function refuseAmendingInDoubt(
  state: State,
  market: LiveMarket,
  c: AmendOrder,
  order: number,
): Rejection | null {
  const { orders } = state;
  if (order === NONE || orders.marginMode(order) === "CROSS" || orders.isReduceOnly(order)) return null;
  const named = orders.account(order) === c.account && orders.market(order) === c.market;
  if (!named || orders.side(order) !== c.side || orders.type(order) !== c.orderType) return null;
  const refused = refuseInDoubt(state, c.account);
  if (refused === null || c.price < 0 || c.quantity < 0) return null;
  return reserveAfter(state, market, c, order) > reserveBefore(state, order) ? refused : null;
}

/** The most that a new order may come to, in lots. What is no whole number is refused later. */
function lotsOf(state: State, market: LiveMarket, c: PlaceOrder): number {
  const isQueued = c.orderType === "ASK" || c.orderType === "BID";
  const ladder = c.orderType === "ASK" ? market.asks : market.bids;
  const price = isQueued ? state.books.visiblePriceAt(ladder, Math.max(0, c.level)) : Math.max(1, market.band.sellMin);
  // The book has no such level.
  if (price === 0) return 0;
  return c.amount > 0 ? Math.floor(c.amount / (price * market.unit)) : c.quantity / market.lotE8;
}

/** What of the position the open orders of a side leave to be closed by another one. A new one is the last to close. */
function closableBy(state: State, market: LiveMarket, { account, side }: PlaceOrder): number {
  const { rows } = state;
  const row = rows.find(account, market.number, "ISOLATED");
  if (row === NONE) return 0;
  const held = rows.quantity(row);
  return Math.max(0, side === "BUY" ? -held - rows.pendingBuy(row) : held - rows.pendingSell(row));
}

function reserveBefore({ orders, rows }: State, order: number): number {
  return rows.reserveBuy(orders.row(order)) + rows.reserveSell(orders.row(order));
}

function reserveAfter(state: State, market: LiveMarket, c: AmendOrder, order: number): number {
  const { orders } = state;
  const price = c.price === 0 ? orders.price(order) : Math.ceil(c.price / market.tickE8);
  const quantity = c.quantity === 0 ? orders.quantity(order) : Math.ceil(c.quantity / market.lotE8);
  const lots = Math.max(0, quantity - orders.executed(order));
  const reference = referencePrice(state, market, c.side, price);
  const { buy, sell } = reserveOf(state, orders.row(order), { order, buy: c.side === "BUY", lots, reference });
  return buy + sell;
}
