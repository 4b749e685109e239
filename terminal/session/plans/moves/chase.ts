// Chase: a post-only order that follows the best price of its side, up to a limit. There is one order at a time, moved by
// amending it; another is placed only for the remainder of one that has ended.

import type { ChaseTerms, Plan } from "./plan.ts";
import {
  executedIn,
  type Move,
  nextPlace,
  type PlanConditions,
  type PlanOrder,
  type PlanOrders,
  WAIT,
} from "./plan-order.ts";

/** Reason of a post-only order that would have traded, because its price was a moment old. */
export const CROSSED = "POST_ONLY_CROSS";
/** Reason of an order that the plan cancelled, because the best price went past the limit. */
export const BY_PLAN = "by plan";

export function nextChase(plan: Plan, terms: ChaseTerms, orders: PlanOrders, { now, bestTicks }: PlanConditions): Move {
  const left = terms.sizeLots - executedIn(orders);
  if (left <= 0) return { do: "end", why: "filled" };
  const at = nextPlace(plan, orders);
  const last = orders.get(at - 1);
  const isPast = bestTicks !== undefined && isBetter(terms, bestTicks, terms.limitTicks);
  if (isPast && last?.rests) return { do: "cancel", at: at - 1, orderId: last.orderId };
  if (isPast || last?.reason === BY_PLAN) return { do: "end", why: "limit" };
  if (last !== undefined && !last.rests && last.reason !== CROSSED && at > plan.settled) {
    return { do: "pause", why: { is: "cancelled" } };
  }
  if (bestTicks === undefined) return WAIT;
  if (last !== undefined && now < last.updatedAt + terms.everyMs) return WAIT;
  if (!last?.rests) return { do: "place", orders: [{ at, lots: left, type: "POST_ONLY", priceTicks: bestTicks }] };
  return following(terms, last, at - 1, bestTicks);
}

/** An order at the best price of its side stays where it is: moving it would only give up its place in the queue. */
function following(terms: ChaseTerms, { orderId, priceTicks }: PlanOrder, at: number, bestTicks: number): Move {
  return isBetter(terms, bestTicks, priceTicks) ? { do: "amend", at, orderId, priceTicks: bestTicks } : WAIT;
}

/** Whether one price is closer to the other side of the book than another. */
function isBetter({ side }: ChaseTerms, ticks: number, than: number): boolean {
  return side === "BUY" ? ticks > than : ticks < than;
}
