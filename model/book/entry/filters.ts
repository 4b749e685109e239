// The refusals of a placement that come before money, check by check, in the order of rules 1.3; and what makes two
// placements the same (rules 2.11).

import type { PlaceOrder, RejectionName } from "@evermark/engine";
import { RATE } from "../../numbers/scales.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";

/** Rules 8.4. */
const FEE_TAG = /^enum:[^:]{1,64}:[A-Z0-9_]{1,36}$/;
const CLIENT_ORDER_ID = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,35}$/;

export function isClientOrderId(text: string): boolean {
  return CLIENT_ORDER_ID.test(text);
}

export function hasTagForm(tag: string): boolean {
  return tag.length <= 128 && (!tag.startsWith("enum:") || FEE_TAG.test(tag));
}

/** Check (5) of rules 1.3: the checks of a placement that need no state. Rules 2.1, errors 8.3. */
export function hasValidFields(command: PlaceOrder): boolean {
  const { orderType, price, quantity, amount, visible, slippage, level } = command;
  const hasLimit = orderType === "LIMIT" || orderType === "IOC" || orderType === "FOK" || orderType === "POST_ONLY";
  const byLevel = orderType === "ASK" || orderType === "BID";
  if (command.clientOrderId !== "" && !isClientOrderId(command.clientOrderId)) return false;
  if (!hasTagForm(command.tag)) return false;
  if (hasLimit ? price <= 0 : price !== 0) return false;
  if (quantity > 0 === amount > 0) return false;
  if (amount > 0 && hasLimit) return false;
  if (visible >= 0 && orderType === "POST_ONLY") return false;
  if (quantity > 0 && visibleQuantityOf(command, BigInt(quantity)) > quantity) return false;
  if (level >= 0 && !byLevel) return false;
  if (level > 4) return false;
  if (command.postOnlyAdjust && orderType !== "POST_ONLY") return false;
  if (slippage !== 0 && orderType !== "MARKET") return false;
  if (slippage > 100_000_000) return false;
  return !(command.reduceOnly && command.inBatch);
}

/** `visible_quantity` counts for orders that can rest; the others ignore it. */
export function visibleQuantityOf(command: PlaceOrder, quantity: bigint): bigint {
  const ignored = command.orderType === "MARKET" || command.orderType === "IOC" || command.orderType === "FOK";
  return ignored || command.visible < 0 ? quantity : BigInt(command.visible);
}

/** The fields of a placement in a fixed order, without those that name the request and not the order. */
export function digestOf(command: PlaceOrder): string {
  const { market, side, orderType, price, quantity, amount, visible, reduceOnly } = command;
  const { slippage, level, postOnlyAdjust, tag, marginMode } = command;
  const fields = [market, side, orderType, price, quantity, amount, visible, reduceOnly];
  return JSON.stringify([...fields, slippage, level, postOnlyAdjust, tag, marginMode]);
}

/** Check (7) of rules 1.3. */
export function gridRefusal(market: NaiveMarket, price: bigint): RejectionName | null {
  const { quoteMin, quoteMax, quoteTick } = market.parameters;
  const allowed = price > 0n && price >= quoteMin && price <= quoteMax && (price - quoteMin) % quoteTick === 0n;
  return allowed ? null : "price_filter";
}

/** Check (8) of rules 1.3. */
export function rangeRefusal(market: NaiveMarket, side: "BUY" | "SELL", price: bigint): RejectionName | null {
  const { priceRange, priceScope } = market.parameters;
  const { mark } = market;
  const value = price * RATE;
  const outside =
    side === "BUY"
      ? value > mark * (RATE + priceRange) || value < mark * (RATE - priceScope)
      : value < mark * (RATE - priceRange) || value > mark * (RATE + priceScope);
  return outside ? "price_range" : null;
}

/** Checks (9) and (10) of rules 1.3. */
export function quantityRefusal(
  market: NaiveMarket,
  order: {
    readonly quantity: bigint;
    readonly visible: bigint;
    readonly valuedAt: bigint;
    /** A market order for a whole position, so that dust can be closed. Rules 1.2. */
    readonly closesAll: boolean;
    /** A leg for a whole position, however large that has become. Rules 3.4. */
    readonly protectsAll?: boolean;
  },
): RejectionName | null {
  const { baseMin, baseMax, baseTick, minNotional } = market.parameters;
  const { quantity, visible, valuedAt, closesAll, protectsAll = false } = order;
  if ((quantity > baseMax && !protectsAll) || (quantity < baseMin && !closesAll)) return "quantity_filter";
  if ((quantity - baseMin) % baseTick !== 0n) return "quantity_filter";
  if (visible > 0n && (visible - baseMin) % baseTick !== 0n) return "quantity_filter";
  if (!closesAll && notional(valuedAt, quantity) < minNotional) return "notional_too_small";
  return null;
}
