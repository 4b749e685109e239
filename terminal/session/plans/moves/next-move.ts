// A plan's next move, given the state of its orders. Between two moves nothing is remembered except what the venue reports,
// so a new page continues where the previous one stopped.

import { nextChase } from "./chase.ts";
import type { Plan } from "./plan.ts";
import { type Move, type PlanConditions, type PlanOrders, WAIT } from "./plan-order.ts";
import { nextRungs } from "./scale.ts";
import { nextSlice } from "./twap.ts";

/**
 * @param orders all named orders that the venue knows
 * @param isSure whether an order that the venue does not know can no longer be on its way
 */
export function nextMove(plan: Plan, orders: PlanOrders, market: PlanConditions, isSure: boolean): Move {
  const { state, terms } = plan;
  if (state.is === "stopping") return stopping(orders, isSure);
  if (state.is !== "running") return WAIT;
  if (terms.kind === "SCALE") return nextRungs(plan, terms, orders);
  // Orders follow one another, so only the last named one may never have arrived.
  for (let at = 0; at < plan.named - 1; at += 1) if (!orders.has(at)) return { do: "pause", why: { is: "unknown" } };
  if (terms.kind === "TWAP") return nextSlice(plan, terms, orders, market);
  return nextChase(plan, terms, orders, market);
}

function stopping(orders: PlanOrders, isSure: boolean): Move {
  for (const [at, { rests, orderId }] of orders) if (rests) return { do: "cancel", at, orderId };
  return isSure ? { do: "end", why: "stopped" } : WAIT;
}
