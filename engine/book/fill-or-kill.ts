// FOK: the whole quantity at its price or better, or nothing. Rules 2.2. For an isolated order that includes the margin:
// it may not run out half way (rules 5.9).

import { DryRun } from "../isolated/dry-run.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import { reducible } from "./open-orders.ts";
import { fillable, rehearse } from "./rehearsal.ts";

/** Whether an order would execute whole. */
export function fillsWhole(state: State, market: LiveMarket, order: number, bound: number): boolean {
  const { orders } = state;
  const wanted = orders.remaining(order);
  const able = orders.isReduceOnly(order) ? reducible(state, order) : wanted;
  if (able < wanted || fillable(state, market, order, bound, wanted) < wanted) return false;
  // Only of an isolated order that opens; see orders.ts.
  return orders.reference(order) === 0 || staysCovered(state, market, order, bound);
}

function staysCovered(state: State, market: LiveMarket, order: number, bound: number): boolean {
  const run = new DryRun(state, market, order);
  let covered = true;
  rehearse(state, market, order, bound, (lots, price) => {
    covered = run.take(lots, price);
    return covered;
  });
  return covered;
}
