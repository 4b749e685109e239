// From the body of a placement to the engine's command: which members an order type asks for, which it excludes, and
// their numbers on the engine's scales. Filters, margin and everything else that needs the market's state are the
// engine's. Rules 1.3 (5) and 2.1, errors 8.3.

import type { PlaceOrder, QuantityE8 } from "@evermark/engine";
import { E8, micros, priceE8, quantityE8 } from "@evermark/engine/units.ts";
import type { OrderBody } from "@evermark/interface/orders.ts";
import { MONEY_DECIMALS } from "../decimals.ts";
import type { Unstamped } from "../venue.ts";
import { invalid } from "./api-error.ts";
import { readDecimal, readPositive } from "./read-number.ts";

type OrderType = OrderBody["order_type"];

/** Types whose price the caller names. */
const PRICED: ReadonlySet<OrderType> = new Set<OrderType>(["LIMIT", "IOC", "FOK", "POST_ONLY"]);
/** Types that are priced at the book level `level`. */
const LEVELLED: ReadonlySet<OrderType> = new Set<OrderType>(["ASK", "BID"]);
/** Types that never rest, so that nothing of them is ever shown. */
const NEVER_RESTS: ReadonlySet<OrderType> = new Set<OrderType>(["MARKET", "IOC", "FOK"]);

/**
 * @param body what the row's schema let through
 * @throws {ApiError} -1005 with the member, its value and what was expected
 */
export function placementOf(
  body: OrderBody,
  target: { account: number; market: number; inBatch: boolean },
): Unstamped<PlaceOrder> {
  const type = body.order_type;
  const tag = readTag(body.order_tag);
  const price = readPrice(body);
  const { quantity, amount } = readSize(body);
  const visible = readVisible(body, quantity);
  const level = readLevel(body);
  if (body.post_only_adjust === true && type !== "POST_ONLY") {
    throw invalid("post_only_adjust is only for POST_ONLY orders");
  }
  if (body.reduce_only === true && target.inBatch) throw invalid("reduce_only is not supported in a batch");

  return {
    type: "place_order",
    account: target.account,
    market: target.market,
    side: body.side,
    orderType: type,
    price: priceE8(price),
    quantity: quantityE8(quantity),
    amount: micros(amount),
    visible,
    reduceOnly: body.reduce_only === true,
    clientOrderId: body.client_order_id ?? "",
    slippage: readSlippage(body),
    level,
    postOnlyAdjust: body.post_only_adjust === true,
    tag,
    marginMode: body.margin_mode ?? "",
    inBatch: target.inBatch,
  };
}

// A text with the prefix names a fee-tag configuration. No builder has one until there is a call that makes one, so
// every such name is unknown. Any other text is a referral code, and an unknown one has no effect. Rules 8.4, C.13.
function readTag(tag: string | undefined): string {
  if (tag === undefined) return "";
  if (tag.startsWith("enum:")) throw invalid("order_tag is invalid");
  return tag;
}

function readPrice(body: OrderBody): number {
  if (PRICED.has(body.order_type)) {
    if (body.order_price === undefined) throw invalid("order_price must be a positive number");
    return readPositive("order_price", body.order_price);
  }
  // Refused rather than ignored: whoever sends a price expects it to hold.
  if (body.order_price !== undefined) throw invalid(`order_price is not allowed for ${body.order_type} orders`);
  return 0;
}

function readSize(body: OrderBody): { quantity: number; amount: number } {
  if (body.order_amount === undefined) {
    if (body.order_quantity === undefined) throw invalid("order_quantity must not be blank");
    return { quantity: readPositive("order_quantity", body.order_quantity), amount: 0 };
  }
  if (PRICED.has(body.order_type)) throw invalid("order_amount is only for MARKET, ASK and BID orders");
  if (body.order_quantity !== undefined) throw invalid("order_quantity and order_amount exclude each other");
  return { quantity: 0, amount: readPositive("order_amount", body.order_amount, MONEY_DECIMALS) };
}

function readVisible(body: OrderBody, quantity: number): QuantityE8 {
  const absent = quantityE8(-1);
  if (body.visible_quantity === undefined) return absent;
  if (body.order_type === "POST_ONLY") throw invalid("visible_quantity is not allowed for POST_ONLY orders");
  const visible = readDecimal("visible_quantity", body.visible_quantity);
  // An order by amount has no quantity yet; the engine knows it once it has a price.
  if (visible < 0 || (quantity > 0 && visible > quantity)) {
    throw invalid("visible_quantity must be between 0 and order_quantity", {
      visible_quantity: String(body.visible_quantity),
      order_quantity: String(body.order_quantity ?? ""),
    });
  }
  return NEVER_RESTS.has(body.order_type) ? absent : quantityE8(visible);
}

function readLevel(body: OrderBody): number {
  if (LEVELLED.has(body.order_type)) return body.level ?? 0;
  if (body.level !== undefined) throw invalid("level is only for ASK and BID orders");
  return -1;
}

function readSlippage(body: OrderBody): number {
  if (body.slippage === undefined) return 0;
  if (body.order_type !== "MARKET") throw invalid("slippage is only for MARKET orders");
  const slippage = readDecimal("slippage", body.slippage);
  if (slippage <= 0 || slippage > E8) {
    throw invalid("slippage must be above 0 and at most 1", { slippage: String(body.slippage) });
  }
  return slippage;
}
