// TWAP: a size split into slices, placed one after the other at intervals. Each slice is an order that trades at once or is
// cancelled; its unfilled part is shared among the slices to come, and the last one takes all that is left. After a pause, or
// after the page was closed, the plan continues at its pace: no slice comes sooner than an interval after the one before it.

import type { Plan, TwapTerms } from "./plan.ts";
import { executedIn, type Move, nextPlace, type PlanConditions, type PlanOrders, WAIT } from "./plan-order.ts";

export function nextSlice(plan: Plan, terms: TwapTerms, orders: PlanOrders, { now }: PlanConditions): Move {
  const left = terms.sizeLots - executedIn(orders);
  if (left <= 0) return { do: "end", why: "filled" };
  const at = nextPlace(plan, orders);
  const before = orders.get(at - 1);
  // An order that trades at once rests only for a moment, until the venue reports its outcome.
  if (before?.rests) return WAIT;
  if (at >= terms.slices) return { do: "end", why: "through" };
  if (before !== undefined && now < before.createdAt + pause(plan.id, terms, at)) return WAIT;
  const share = at === terms.slices - 1 ? left : Math.floor(left / (terms.slices - at));
  const lots = Math.min(share, terms.mostLots);
  const type = terms.limitTicks === null ? "MARKET" : "IOC";
  return { do: "place", orders: [{ at, lots, type, priceTicks: terms.limitTicks }] };
}

/** The lots of the smallest slice, if all slices before it are filled. */
export function smallestSlice({ sizeLots, slices }: Pick<TwapTerms, "sizeLots" | "slices">): number {
  return Math.floor(sizeLots / slices);
}

/** How long after the previous slice a slice comes. Derived from the plan's id, so it is the same after a reload. */
export function pause(id: string, { intervalMs, isRandom }: TwapTerms, at: number): number {
  if (!isRandom) return intervalMs;
  let mixed = at + 1;
  for (const sign of id) mixed = Math.imul(mixed ^ sign.charCodeAt(0), 0x01000193);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  const fraction = ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  return Math.round(intervalMs * (1 + (2 * fraction - 1) / 3));
}
