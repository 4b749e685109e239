// A market's filters on price, size and notional, and the exact terms of an order that passes them. Rules 1.2, 2.2, 1.3
// (7) to (11).

import { e8Text, microsText, mulDivCeil, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import {
  E8,
  type Lots,
  type Micros,
  type PriceE8,
  type QuantityE8,
  type RowNumber,
  type Ticks,
} from "../../base/units.ts";
import type { OrderType, Side } from "../../base/vocabulary.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Market } from "../../memory/market/market.ts";
import type { ProposedOrder } from "../../memory/order/proposed-order.ts";
import type { State } from "../../memory/state.ts";
import { neverRests } from "./order-fields.ts";

/** Converts a placement, whose row is known, into ticks and lots, or returns the filter that refuses it. */
export function checkFilters(state: State, market: Market, c: PlaceOrder, order: ProposedOrder): Rejection | null {
  const { side } = c;
  const isMarket = c.orderType === "MARKET";
  const asked = isMarket ? 0 : limitPrice(state, market, c);
  if (typeof asked !== "number") return asked;
  const price = c.postOnlyAdjust ? adjusted(state, market, side, asked) : asked;
  const valued = isMarket ? market.mark : price;
  const quantity =
    c.amount > 0 ? Math.floor(c.amount / (valued * market.unit)) : alignedLots(market, c.quantity, "order_quantity");
  const visible = visibleLots(market, c, quantity);
  const far = isMarket ? null : checkBand(market, side, price);
  if (far !== null) return far;
  if (typeof quantity !== "number") return quantity;
  if (typeof visible !== "number") return visible;
  order.price = price;
  order.quantity = quantity;
  order.visible = visible;
  order.most = isMarket && c.amount > 0 ? mostLots(market, c.amount) : quantity;
  order.bound = isMarket ? marketBound(state, market, c) : price;
  return checkSize(state, market, c, order, valued);
}

/** The largest quantity that an amount can buy or sell: at the lowest price of the range. Rules 2.2. */
function mostLots(market: Market, amount: Micros): number {
  return Math.floor(amount / (Math.max(1, market.band.sellMin) * market.unit));
}

/** Fills in the terms of an order that was refused before or by a filter: 0 for values off the grid. */
export function takeAsStated(market: Market, c: PlaceOrder, order: ProposedOrder): void {
  const onGrid = (steps: number): number => (isWhole(steps) ? steps : 0);
  order.price = onGrid(c.price / market.tickE8);
  order.quantity = onGrid(c.quantity / market.lotE8);
  order.visible = c.visible === -1 ? order.quantity : onGrid(c.visible / market.lotE8);
  order.orderTag = NONE;
}

/** Rules 1.3 (11): a reduce-only order needs a position on the other side. */
export function checkReduceOnly(state: State, row: RowNumber, side: Side): Rejection | null {
  const held = row === NONE ? 0 : state.rows.quantity(row);
  if (side === "BUY" ? held < 0 : held > 0) return null;
  return rejection(
    "invalid_parameter",
    { field: "reduce_only" },
    "reduce_only is invalid: expected an open position on the other side",
  );
}

/** A price on the market's grid, in ticks. Rules 1.2. */
export function alignedTicks(market: Market, priceE8: PriceE8, field = "order_price"): number | Rejection {
  const { quoteMin, quoteMax } = market.parameters;
  if (priceE8 < quoteMin || priceE8 > quoteMax) {
    const range = `between ${e8Text(quoteMin)} and ${e8Text(quoteMax)}`;
    return rejection("price_filter", { price: e8Text(priceE8), expected: range }, `${field} must be ${range}`);
  }
  const price = priceE8 / market.tickE8;
  if (!isWhole(price)) {
    const tick = e8Text(market.tickE8);
    return rejection(
      "price_filter",
      { price: e8Text(priceE8), quote_tick: tick },
      `${field} must be a multiple of ${tick}`,
    );
  }
  return price;
}

/** A quantity on the market's grid, in lots. A quantity above the market's maximum stays above it. */
export function alignedLots(market: Market, quantityE8: QuantityE8, field: string): number | Rejection {
  if (quantityE8 > market.parameters.baseMax) return Math.ceil(quantityE8 / market.lotE8);
  const quantity = quantityE8 / market.lotE8;
  if (isWhole(quantity)) return quantity;
  return rejection("quantity_filter", {
    field,
    quantity: e8Text(quantityE8),
    base_tick: e8Text(market.lotE8),
  });
}

/**
 * Whether a quotient of safe integers has no remainder: a quotient with a remainder is further from the next whole
 * number than rounding reaches. The remainder operator on doubles of this size is many times slower.
 */
function isWhole(quotient: number): boolean {
  return Math.floor(quotient) === quotient;
}

/** `price_range` and `price_scope` around the mark. Rules 1.2. */
export function checkBand(market: Market, side: Side, price: Ticks): Rejection | null {
  const { band } = market;
  const min = side === "BUY" ? band.buyMin : band.sellMin;
  const max = side === "BUY" ? band.buyMax : band.sellMax;
  if (price >= min && price <= max) return null;
  const text = (ticks: Ticks) => e8Text(ticks * market.tickE8);
  return rejection("price_range", { price: text(price), mark: text(market.mark), min: text(min), max: text(max) });
}

/**
 * Size and notional limits. Rules 1.3 (9), (10); a market order that closes a whole position may be dust, and one that
 * an algo order places for a whole row may be of any size.
 */
export function checkSizeLimits(
  market: Market,
  quantity: Lots,
  valued: number,
  dustAllowed: boolean,
  isWholeRow: boolean,
): Rejection | null {
  const { baseMin, baseMax, minNotional } = market.parameters;
  const quantityE8 = quantity * market.lotE8;
  const isTooLarge = quantityE8 > baseMax && !isWholeRow;
  // A zero quantity was refused with the fields, and an amount worth no lots is below `base_min`, which is above 0.
  if (isTooLarge || (quantityE8 < baseMin && !dustAllowed)) {
    const range = `between ${e8Text(baseMin)} and ${e8Text(baseMax)}`;
    const given = e8Text(Math.min(quantityE8, Number.MAX_SAFE_INTEGER));
    return rejection("quantity_filter", { quantity: given, expected: range }, `order_quantity must be ${range}`);
  }
  const notional = quantity * valued * market.unit;
  if (notional >= minNotional || dustAllowed) return null;
  return rejection("notional_too_small", {
    notional: microsText(notional),
    min_notional: microsText(minNotional),
  });
}

/** The bound of a MARKET order: the price range, and its slippage from the best visible opposite price. Rules 2.2. */
function marketBound(state: State, market: Market, c: PlaceOrder): Ticks {
  const { band } = market;
  const buy = c.side === "BUY";
  const bound = buy ? band.buyMax : band.sellMin;
  if (c.slippage === 0) return bound;
  const best = state.books.bestVisible(buy ? market.asks : market.bids);
  if (best === 0) return bound;
  return buy
    ? Math.min(bound, mulDivFloor(best, E8 + c.slippage, E8))
    : Math.max(bound, mulDivCeil(best, E8 - c.slippage, E8));
}

function limitPrice(state: State, market: Market, c: PlaceOrder): number | Rejection {
  if (!isQueued(c.orderType)) return alignedTicks(market, c.price);
  const price = state.books.visiblePriceAt(c.orderType === "ASK" ? market.asks : market.bids, Math.max(0, c.level));
  if (price > 0) return price;
  return rejection("invalid_parameter", { field: "level" }, "level is invalid: the book has no such price");
}

function isQueued(type: OrderType): boolean {
  return type === "ASK" || type === "BID";
}

function visibleLots(market: Market, c: PlaceOrder, quantity: number | Rejection): number | Rejection {
  if (c.visible === -1 || neverRests(c.orderType)) return quantity;
  return alignedLots(market, c.visible, "visible_quantity");
}

function checkSize(
  state: State,
  market: Market,
  c: PlaceOrder,
  { row, reduceOnly, quantity, isWholeRow }: ProposedOrder,
  valued: Ticks,
): Rejection | null {
  const held = row === NONE ? 0 : Math.abs(state.rows.quantity(row));
  const closesAll = c.orderType === "MARKET" && reduceOnly && c.amount === 0 && quantity === held;
  return checkSizeLimits(market, quantity, valued, closesAll, isWholeRow);
}

/** `post_only_adjust`: a price that would cross a visible order moves to one tick before it. Rules 2.5. */
function adjusted(state: State, market: Market, side: Side, price: Ticks): Ticks {
  const best = state.books.bestVisible(side === "BUY" ? market.asks : market.bids);
  if (best === 0) return price;
  if (side === "BUY") return price >= best ? Math.max(1, best - 1) : price;
  return price <= best ? best + 1 : price;
}
