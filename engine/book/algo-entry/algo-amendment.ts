// Amends algo orders that wait: all the changes of a request, or none. The entry of a BRACKET is amended as the
// ordinary order that it is, whether the request names it as algo order or as ordinary order. Rules 3.1, 3.3.

import { assert } from "../../base/fault.ts";
import type { AmendAlgoOrder } from "../../language/commands/algo-order-commands.ts";
import type { AmendOrder } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import {
  type AlgoOrder,
  hasUntriggered,
  isArmed,
  isLeg,
  isOpenEntry,
  isUntriggered,
  membersOf,
} from "../../memory/algo-order/algo-order.ts";
import { activate, activates } from "../../memory/algo-order/trailing.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { emit } from "../algo/algo-reports.ts";
import { arm, cancelAlgo, disarm } from "../algo/lifecycle.ts";
import { triggerPrices } from "../algo/present-prices.ts";
import { amendOrder } from "../entry/amendment.ts";
import { checkChange, checkQuantities, type Edit, isChange } from "./algo-changes.ts";
import { wrong } from "./algo-fields.ts";
import { algoBlocked } from "./algo-limits.ts";

export const algoAmendmentHandlers = handlers({
  amend_algo_order: amendAlgoOrder,
});

function amendAlgoOrder(state: State, command: AmendAlgoOrder, answer: Answer, out: Listener): void {
  const edits = check(state, command);
  if ("name" in edits) {
    answer.rejection = edits;
    return;
  }
  const named = state.algoOrders.find(command.algoOrderId)!;
  // Any further refusal of the engine's order amendment comes before anything has changed.
  const entry = edits.find(({ order }) => order.algoType === "BRACKET");
  if (entry !== undefined) amendOrder(state, entryChange(state, entry), answer, out);
  if (answer.rejection !== null) return;
  answer.algoOrderId = named.id;
  for (const { order, change, terms } of edits) {
    if (change.deactivate) cancelAlgo(state, order, "USER", out);
    // The amended entry may have executed, and that may have ended an order that was to change.
    else if (hasUntriggered(order)) apply(state, { order, change, terms }, out);
  }
  for (const { order } of edits) if (isLeg(order)) followQuantity(state, order, out);
  answer.status = named.status;
}

function check(state: State, c: AmendAlgoOrder): Edit[] | Rejection {
  const named = state.algoOrders.find(c.algoOrderId);
  // Another account's order is reported as unknown, so that ids cannot be probed.
  if (named === undefined || named.account !== c.account) return unknown(c.algoOrderId);
  const market = state.markets[named.market]!;
  const blocked = algoBlocked(state, c.account, market, named.marginMode);
  if (blocked !== null) return blocked;
  if (!isOpenEntry(named) && !hasUntriggered(named)) return unknown(c.algoOrderId);
  if (isLeg(named)) return wrong("order_id", String(named.id), `${named.parent!.id}, the group of the leg`);
  const edits: Edit[] = [];
  const below = membersOf(named);
  const changes = c.changes.filter(isChange);
  const entry = changes.find((change) => named.algoType === "BRACKET" && change.algoOrderId === named.id);
  for (const change of changes) {
    const order = below.find((member) => member.id === change.algoOrderId);
    const isTwice = edits.some((edit) => edit.order === order);
    if (order === undefined || isTwice || !isChangeable(order)) return unknown(change.algoOrderId);
    const terms = checkChange(market, order, change, entry);
    if ("name" in terms) return terms;
    edits.push({ order, change, terms });
  }
  if (edits.length === 0) return wrong("child_orders", "none", "at least one change");
  return checkQuantities(edits) ?? edits;
}

function isChangeable(order: AlgoOrder): boolean {
  return order.algoType === "BRACKET" ? isOpenEntry(order) : hasUntriggered(order);
}

function entryChange(state: State, { order, change }: Edit): AmendOrder {
  const { account, orderId, market, side } = order;
  const orderType = order.orderType === "LIMIT" ? "LIMIT" : "MARKET";
  const { price, quantity } = change;
  return { type: "amend_order", at: state.now, account, orderId, market, side, orderType, price, quantity };
}

function apply(state: State, { order, change, terms }: Edit, out: Listener): void {
  if (order.algoType === "BRACKET") return;
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
  const prices = triggerPrices(state, state.markets[order.market]!);
  if (order.algoType === "TRAILING_STOP" && activates(order, prices)) activate(order, prices);
  const { id: algoOrderId, quantity, executed } = order;
  assert(quantity === 0 || quantity > executed, "an amended algo order has a rest", {
    algoOrderId,
    quantity,
    executed,
  });
  if (armed) arm(state, order);
  order.updatedAt = state.now;
  emit(state, order, "amended", "", out);
}

/** The legs of a TP_SL have the group's quantity: a change that names only the legs changes the group's as well. */
function followQuantity(state: State, leg: AlgoOrder, out: Listener): void {
  const group = leg.parent!;
  if (!isUntriggered(leg) || group.quantity === leg.quantity) return;
  group.quantity = leg.quantity;
  group.updatedAt = state.now;
  emit(state, group, "amended", "", out);
}

function unknown(algoOrderId: number): Rejection {
  return rejection("not_found", { algo_order_id: algoOrderId }, "algo order does not exist, has fired or is finished");
}
