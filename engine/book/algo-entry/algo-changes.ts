// The checks of a change to an algo order. A group's quantity is changed through its root or the group itself, never
// through one leg, because its legs share one quantity. Rules 3.1 to 3.6.

import { e8Text } from "../../base/numbers/arithmetic.ts";
import type { AlgoChange } from "../../language/commands/algo-order-commands.ts";
import type { Rejection } from "../../language/rejections.ts";
import {
  type AlgoOrder,
  isFinished,
  isLeg,
  isReached,
  isUntriggered,
  rootOf,
} from "../../memory/algo-order/algo-order.ts";
import type { Market } from "../../memory/market/market.ts";
import { checkCallback, wrong } from "./algo-fields.ts";
import { type AlgoTerms, checkCallbackValue, checkLegTrigger, reached, readTerms } from "./algo-terms.ts";

/** One order with its change. */
export interface Edit {
  readonly order: AlgoOrder;
  readonly change: AlgoChange;
  readonly terms: AlgoTerms;
}

/** Whether it changes anything: a request may name an order only for its legs. */
export function isChange(c: AlgoChange): boolean {
  return c.deactivate || FIELDS.some((field) => c[field] !== 0);
}

const FIELDS = ["price", "quantity", "triggerPrice", "activatedPrice", "callbackRate", "callbackValue"] as const;
const WIRE_NAMES = {
  price: "price",
  quantity: "quantity",
  triggerPrice: "trigger_price",
  activatedPrice: "activated_price",
  callbackRate: "callback_rate",
  callbackValue: "callback_value",
} as const satisfies Record<(typeof FIELDS)[number], string>;

/** @param entry the change of the entry of the order's BRACKET, if there is one */
export function checkChange(
  market: Market,
  order: AlgoOrder,
  change: AlgoChange,
  entry: AlgoChange | undefined,
): AlgoTerms | Rejection {
  const allowed = changeable(order);
  for (const field of FIELDS) {
    if (change[field] === 0) continue;
    if (!allowed.includes(field)) return wrong(WIRE_NAMES[field], e8Text(change[field]), noChange(order, field));
    if (change[field] < 0) return wrong(WIRE_NAMES[field], e8Text(change[field]), "a positive number");
  }
  if (change.deactivate && order.parent === null) return wrong("is_activated", "false", "only below the root");
  const terms = readTerms(market, order.side, change);
  if ("name" in terms) return terms;
  return (
    checkCallback(change) ??
    checkCallbackValue(market, terms.callbackValue) ??
    checkTrigger(market, order, terms, entry) ??
    terms
  );
}

/** The fields of each type that can change. */
function changeable(order: AlgoOrder): readonly (typeof FIELDS)[number][] {
  const price = order.orderType === "LIMIT" ? (["price"] as const) : [];
  switch (order.algoType) {
    case "STOP":
      return ["triggerPrice", "quantity", ...price];
    case "TRAILING_STOP":
      return ["quantity", "callbackRate", "callbackValue", ...(order.isActivated ? [] : (["activatedPrice"] as const))];
    case "TAKE_PROFIT":
    case "STOP_LOSS":
      return ["triggerPrice", ...price, ...(hasOwnQuantity(order.parent!) ? (["quantity"] as const) : [])];
    case "TP_SL":
      return hasOwnQuantity(order) ? ["quantity"] : [];
    case "BRACKET":
      return ["quantity", ...price];
    default:
      return [];
  }
}

/**
 * A POSITIONAL_TP_SL has no quantity; that of a BRACKET's group follows its entry until the entry is finished. Rules 3.4, 3.5.
 */
function hasOwnQuantity(group: AlgoOrder): boolean {
  return group.algoType === "TP_SL" && (group.parent === null || isFinished(group.parent));
}

function noChange(order: AlgoOrder, field: string): string {
  const ofEntry = field === "quantity" && order.quantity > 0;
  if (ofEntry) return "no change while the entry is open";
  return `no change of that for a ${order.orderType} ${order.algoType}`;
}

function checkTrigger(
  market: Market,
  order: AlgoOrder,
  { triggerPrice }: AlgoTerms,
  entry: AlgoChange | undefined,
): Rejection | null {
  if (triggerPrice === 0) return null;
  if (isLeg(order)) return checkLegTrigger(market, order, triggerPrice, referenceOf(market, order, entry));
  // A STOP keeps the direction that it was created with. Rules 3.2.
  const { rising } = order;
  return isReached(rising, triggerPrice, market.mark)
    ? reached(market, "trigger_price", triggerPrice, market.mark, rising)
    : null;
}

/** Dormant legs are measured against their entry's price after the change. Rules 3.5. */
function referenceOf(market: Market, leg: AlgoOrder, change: AlgoChange | undefined): number {
  const entry = rootOf(leg);
  if (leg.isActivated) return market.mark;
  return change === undefined || change.price === 0 ? entry.price : change.price / market.tickE8;
}

/**
 * Rules 3.3: a changed quantity must be given at every remaining leg, and be equal. An order that is not a group has no legs.
 */
export function checkQuantities(edits: readonly Edit[]): Rejection | null {
  for (const { order, change } of edits) {
    if (change.quantity === 0) continue;
    const group = isLeg(order) ? order.parent! : order;
    const changed = (member: AlgoOrder) => edits.find((edit) => edit.order === member)?.change;
    const legs = group.children.filter((leg) => isUntriggered(leg) && changed(leg)?.deactivate !== true);
    if (legs.some((leg) => changed(leg)?.quantity !== change.quantity)) {
      return wrong("quantity", e8Text(change.quantity), "the same quantity on every leg of the group");
    }
  }
  return null;
}
