// Scale: limit orders at even distances between two prices, placed together. From then on they are ordinary orders.

import type { Plan, ScaleTerms } from "./plan.ts";
import { executedIn, type Move, type Placement, type PlanOrders, WAIT } from "./plan-order.ts";

/** The largest batch that the venue takes. Interface 4.10. */
const BATCH = 10;

export function nextRungs(_plan: Plan, terms: ScaleTerms, orders: PlanOrders): Move {
  const missing = rungsOf(terms).filter(({ at }) => !orders.has(at));
  // A batch takes no reduce-only orders.
  if (missing.length > 0) return { do: "place", orders: missing.slice(0, terms.reduceOnly ? 1 : BATCH) };
  if ([...orders.values()].some(({ rests }) => rests)) return WAIT;
  return { do: "end", why: executedIn(orders) >= terms.sizeLots ? "filled" : "through" };
}

type Ladder = Pick<ScaleTerms, "orders" | "fromTicks" | "toTicks" | "sizeLots" | "sizes" | "postOnly">;

/** All orders of the plan. Their sizes add up to the plan's size. */
export function rungsOf(terms: Ladder): readonly Placement[] {
  const { orders, fromTicks, toTicks, sizeLots, sizes, postOnly } = terms;
  const weights = Array.from({ length: orders }, (_, at) => weightOf(sizes, at, orders));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let until = 0;
  let given = 0;
  return weights.map((weight, at) => {
    until += weight;
    const upToHere = Math.floor((sizeLots * until) / all);
    const lots = upToHere - given;
    given = upToHere;
    const priceTicks = fromTicks + Math.round(((toTicks - fromTicks) * at) / Math.max(1, orders - 1));
    return { at, lots, priceTicks, type: postOnly ? "POST_ONLY" : "LIMIT" };
  });
}

function weightOf(sizes: ScaleTerms["sizes"], at: number, orders: number): number {
  if (sizes === "even") return 1;
  return sizes === "rising" ? at + 1 : orders - at;
}

/** The average price in ticks if all orders are filled. */
export function averageTicks(rungs: readonly Placement[]): number {
  const lots = rungs.reduce((sum, rung) => sum + rung.lots, 0);
  const value = rungs.reduce((sum, rung) => sum + rung.lots * (rung.priceTicks ?? 0), 0);
  return lots === 0 ? 0 : value / lots;
}
