// Which fields an order may combine, independent of the market: interface 4.4, rules 2.1, errors 8.3. The edge calls
// the same function before it queues a command, so that a malformed order costs no place in the journal.

import { e8Text, microsText } from "../../base/numbers/arithmetic.ts";
import type { OrderType } from "../../base/vocabulary.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import { ORDER_COMMANDS } from "../../language/commands/order-commands.ts";
import { boundsOf } from "../../language/field.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import { invalidTag, isWellFormedTag } from "../../money/fees/order-tags.ts";

const FIELDS = ORDER_COMMANDS.place_order.fields;
const { most: LEVEL_MAX } = boundsOf(FIELDS.level);
const { most: SLIPPAGE_MAX } = boundsOf(FIELDS.slippage);
const { most: TAG_LENGTH_MAX } = boundsOf(FIELDS.tag);

/** Types that carry a price. Comparisons, because every order runs this: a set would cost many times more. */
function takesPrice(type: OrderType): boolean {
  return type === "LIMIT" || type === "IOC" || type === "FOK" || type === "POST_ONLY";
}

/** Types that never rest, so that `visible_quantity` means nothing to them. */
export function neverRests(type: OrderType): boolean {
  return type === "MARKET" || type === "IOC" || type === "FOK";
}

/** What is wrong with the fields of a placement, or null. The first failure in the documented order. */
export function checkFields(c: PlaceOrder): Rejection | null {
  return checkNames(c.clientOrderId, c.tag) ?? checkPrice(c) ?? checkSize(c) ?? checkOptions(c);
}

/** Checks a client's own names for an order, ordinary or algo. */
export function checkNames(clientOrderId: string, tag: string): Rejection | null {
  if (clientOrderId !== "" && !/^[A-Za-z0-9_][A-Za-z0-9_-]{0,35}$/.test(clientOrderId)) {
    return wrong("client_order_id", clientOrderId, "at most 36 of A-Z, a-z, 0-9, _ and -, not beginning with -");
  }
  if (tag.length > TAG_LENGTH_MAX) return wrong("order_tag", tag, `at most ${TAG_LENGTH_MAX} characters`);
  return isWellFormedTag(tag) ? null : invalidTag();
}

function checkPrice(c: PlaceOrder): Rejection | null {
  if (takesPrice(c.orderType)) {
    return c.price > 0
      ? null
      : rejection("invalid_parameter", { field: "order_price" }, "order_price must be a positive number");
  }
  return c.price === 0 ? null : wrong("order_price", e8Text(c.price), `no price for a ${c.orderType} order`);
}

function checkSize(c: PlaceOrder): Rejection | null {
  if (c.amount !== 0) {
    if (takesPrice(c.orderType)) return wrong("order_amount", microsText(c.amount), "only with MARKET, ASK or BID");
    if (c.quantity !== 0) return wrong("order_amount", microsText(c.amount), "either order_quantity or order_amount");
    return c.amount > 0 ? null : wrong("order_amount", microsText(c.amount), "a positive number");
  }
  return c.quantity > 0 ? null : wrong("order_quantity", e8Text(c.quantity), "a positive number");
}

function checkOptions(c: PlaceOrder): Rejection | null {
  if (c.visible !== -1) {
    if (c.orderType === "POST_ONLY") return wrong("visible_quantity", e8Text(c.visible), "none for a POST_ONLY order");
    const beyond = c.quantity > 0 && c.visible > c.quantity;
    if (c.visible < 0 || beyond) return wrong("visible_quantity", e8Text(c.visible), "between 0 and order_quantity");
  }
  if (c.slippage !== 0) {
    if (c.orderType !== "MARKET") return wrong("slippage", e8Text(c.slippage), "only with MARKET");
    if (!(c.slippage > 0 && c.slippage <= SLIPPAGE_MAX))
      return wrong("slippage", e8Text(c.slippage), "more than 0 and at most 1");
  }
  if (c.level !== -1) {
    if (c.orderType !== "ASK" && c.orderType !== "BID") return wrong("level", c.level, "only with ASK or BID");
    if (c.level < 0 || c.level > LEVEL_MAX) return wrong("level", c.level, "an integer from 0 to 4");
  }
  if (c.postOnlyAdjust && c.orderType !== "POST_ONLY") return wrong("post_only_adjust", true, "only with POST_ONLY");
  if (c.reduceOnly && c.inBatch) return wrong("reduce_only", true, "no reduce-only orders in a batch");
  return null;
}

function wrong(field: string, value: string | number | boolean, expected: string): Rejection {
  const shown = String(value);
  return rejection(
    "invalid_parameter",
    { field, value: shown, expected },
    `${field} is invalid: ${shown}, expected ${expected}`,
  );
}
