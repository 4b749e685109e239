// What a plan does next, given what became of its orders. Nothing is remembered between two moves but what the venue says,
// so that a page that begins anew goes on where the former one was.

import { nextChase } from "./chase.ts";
import type { Plan } from "./plan.ts";
import { type Market, type Move, type PlanOrders, WAIT } from "./plan-order.ts";
import { nextRungs } from "./scale.ts";
import { nextSlice } from "./twap.ts";

/**
 * @param orders all that the venue knows of those that have a name
 * @param isSure whether what it does not know can't be on its way any more
 */
export function nextMove(plan: Plan, orders: PlanOrders, market: Market, isSure: boolean): Move {
  const { state, terms } = plan;
  if (state.is === "stopping") return stopping(orders, isSure);
  if (state.is !== "running") return WAIT;
  if (terms.kind === "SCALE") return nextRungs(plan, terms, orders);
  // One follows the other: only the last that has a name may never have arrived.
  for (let at = 0; at < plan.named - 1; at += 1) if (!orders.has(at)) return { do: "pause", why: { is: "unknown" } };
  if (terms.kind === "TWAP") return nextSlice(plan, terms, orders, market);
  return nextChase(plan, terms, orders, market);
}

function stopping(orders: PlanOrders, isSure: boolean): Move {
  for (const [at, { rests, orderId }] of orders) if (rests) return { do: "cancel", at, orderId };
  return isSure ? { do: "end", why: "stopped" } : WAIT;
}
