// Changing algo orders that wait: all the changes of a request, or none. A group is changed through its root or itself,
// never through one leg, because its legs have one quantity. Rules 3.1, 3.3.

import type { AlgoChange, AmendAlgoOrder } from "../commands/algo-orders.ts";
import type { Listener } from "../events.ts";
import type { LiveMarket } from "../market/live-market.ts";
import { decimalText } from "../numbers/arithmetic.ts";
import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import type { Answer } from "../views.ts";
import { checkCallback, wrong } from "./algo-fields.ts";
import { algoBlocked } from "./algo-limits.ts";
import {
  type AlgoOrder,
  hasWaiting,
  isArmed,
  isFinished,
  isGroup,
  isLeg,
  isReached,
  isWaiting,
  membersOf,
  rootOf,
} from "./algo-order.ts";
import { tell } from "./algo-reports.ts";
import { type AlgoTerms, checkCallbackValue, checkLegTrigger, reached, readTerms } from "./algo-terms.ts";
import { arm, cancelAlgo, disarm } from "./lifecycle.ts";
import { activate, activates } from "./trailing.ts";

/** One order with what it changes to. */
interface Edit {
  readonly order: AlgoOrder;
  readonly change: AlgoChange;
  readonly terms: AlgoTerms;
}

export function amendAlgoOrder(state: State, command: AmendAlgoOrder, answer: Answer, out: Listener): void {
  const edits = check(state, command);
  if ("name" in edits) {
    answer.rejection = edits;
    return;
  }
  const named = state.algoOrders.find(command.algoOrderId)!;
  answer.algoOrderId = named.id;
  for (const edit of edits) {
    if (edit.change.deactivate) cancelAlgo(state, edit.order, "USER", out);
    else apply(state, edit, out);
  }
  for (const { order } of edits) if (isLeg(order)) followQuantity(state, order, out);
  answer.status = named.status;
}

function check(state: State, c: AmendAlgoOrder): Edit[] | Rejection {
  const named = state.algoOrders.find(c.algoOrderId);
  // Someone else's order is reported as unknown, so that ids cannot be probed.
  if (named === undefined || named.account !== c.account) return unknown(c.algoOrderId);
  const market = state.markets[named.market]!;
  const blocked = algoBlocked(state, c.account, market, named.marginMode);
  if (blocked !== null) return blocked;
  if (!hasWaiting(named)) return unknown(c.algoOrderId);
  if (isLeg(named)) return wrong("order_id", String(named.id), `${named.parent!.id}, the group of the leg`);
  const edits: Edit[] = [];
  const below = membersOf(named);
  for (const change of c.changes.filter(isChange)) {
    const order = below.find((member) => member.id === change.algoOrderId);
    if (order === undefined || edits.some((edit) => edit.order === order)) return unknown(change.algoOrderId);
    const terms = checkChange(market, order, change);
    if ("name" in terms) return terms;
    edits.push({ order, change, terms });
  }
  if (edits.length === 0) return wrong("child_orders", "none", "at least one change");
  return checkQuantities(edits) ?? edits;
}

function isChange(c: AlgoChange): boolean {
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

function checkChange(market: LiveMarket, order: AlgoOrder, change: AlgoChange): AlgoTerms | Rejection {
  if (!(isGroup(order) ? hasWaiting(order) : isWaiting(order)) && order.algoType !== "BRACKET")
    return unknown(order.id);
  const allowed = changeable(order);
  for (const field of FIELDS) {
    if (change[field] === 0) continue;
    if (!allowed.includes(field))
      return wrong(WIRE_NAMES[field], decimalText(change[field], 8), noChange(order, field));
    if (change[field] < 0) return wrong(WIRE_NAMES[field], decimalText(change[field], 8), "a positive number");
  }
  if (change.deactivate && !isLeg(order)) return wrong("is_activated", "false", "only for a leg of a group");
  const terms = readTerms(market, order.side, change);
  if ("name" in terms) return terms;
  return (
    checkCallback(change) ??
    checkCallbackValue(market, terms.callbackValue) ??
    checkTrigger(market, order, terms) ??
    terms
  );
}

/** What each type has that can change. */
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
    default:
      return [];
  }
}

/** A POSITIONAL_TP_SL has none; that of a BRACKET's group follows its entry until that is over. Rules 3.4, 3.5. */
function hasOwnQuantity(group: AlgoOrder): boolean {
  return group.algoType === "TP_SL" && (group.parent === null || isFinished(group.parent));
}

function noChange(order: AlgoOrder, field: string): string {
  if (order.algoType === "BRACKET") return `no change: the entry is order ${order.orderId}, to be amended as such`;
  if (field === "quantity" && rootOf(order).algoType === "BRACKET") return "no change while the entry is open";
  return `no change of that for a ${order.orderType} ${order.algoType}`;
}

function checkTrigger(market: LiveMarket, order: AlgoOrder, { triggerPrice }: AlgoTerms): Rejection | null {
  if (triggerPrice === 0) return null;
  if (isLeg(order)) return checkLegTrigger(market, order, triggerPrice, referenceOf(market, order));
  // The direction of a STOP is what it was made with. Rules 3.2.
  const { rising } = order;
  return isReached(rising, triggerPrice, market.mark)
    ? reached(market, "trigger_price", triggerPrice, market.mark, rising)
    : null;
}

/** Legs that sleep are measured at their entry's price. Rules 3.5. */
function referenceOf(market: LiveMarket, leg: AlgoOrder): number {
  const entry = rootOf(leg);
  return leg.isActivated || entry.price === 0 ? market.mark : entry.price;
}

/** Rules 3.3: a changed quantity stands at every leg that remains, and is the same. */
function checkQuantities(edits: readonly Edit[]): Rejection | null {
  for (const { order, change } of edits) {
    if (change.quantity === 0) continue;
    const group = isLeg(order) ? order.parent! : order;
    if (!isGroup(group)) continue;
    const changed = (member: AlgoOrder) => edits.find((edit) => edit.order === member)?.change;
    const legs = group.children.filter((leg) => isWaiting(leg) && changed(leg)?.deactivate !== true);
    if (legs.some((leg) => changed(leg)?.quantity !== change.quantity)) {
      return wrong("quantity", decimalText(change.quantity, 8), "the same quantity on every leg of the group");
    }
  }
  return null;
}

function apply(state: State, { order, change, terms }: Edit, out: Listener): void {
  const armed = isArmed(order);
  if (armed) disarm(state, order);
  if (terms.price !== 0) order.price = terms.price;
  if (terms.triggerPrice !== 0) order.triggerPrice = terms.triggerPrice;
  if (terms.activatedPrice !== 0) order.activatedPrice = terms.activatedPrice;
  if (terms.quantity !== 0) order.quantity = terms.quantity;
  if (change.callbackRate !== 0 || terms.callbackValue !== 0) {
    order.callbackRate = change.callbackRate;
    order.callbackValue = terms.callbackValue;
  }
  const { mark } = state.markets[order.market]!;
  if (order.algoType === "TRAILING_STOP" && activates(order, mark)) activate(order, mark);
  if (armed) arm(state, order);
  order.updatedAt = state.now;
  tell(state, order, "amended", "", out);
}

/** The legs of a TP_SL have its quantity: named at the legs alone, it becomes the group's as well. */
function followQuantity(state: State, leg: AlgoOrder, out: Listener): void {
  const group = leg.parent!;
  if (!isWaiting(leg) || group.algoType !== "TP_SL" || group.quantity === leg.quantity) return;
  group.quantity = leg.quantity;
  group.updatedAt = state.now;
  tell(state, group, "amended", "", out);
}

function unknown(algoOrderId: number): Rejection {
  return rejection("not_found", { algo_order_id: algoOrderId }, "algo order does not exist, has fired or is finished");
}
