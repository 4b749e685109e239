// Properties that follow from an algo order's tree. Rules 3.1.

import type { OrderStatus } from "@evermark/engine";
import type { NaiveState } from "./naive-state.ts";
import type { NaiveAlgo } from "./records/naive-algo.ts";

export function childrenOf(state: NaiveState, algo: NaiveAlgo): NaiveAlgo[] {
  return state.algos.filter((each) => each.parent === algo.id).sort((a, b) => a.id - b.id);
}

/** An algo order and everything under it, by id. */
export function treeOf(state: NaiveState, algo: NaiveAlgo): NaiveAlgo[] {
  return [algo, ...childrenOf(state, algo).flatMap((child) => treeOf(state, child))].sort((a, b) => a.id - b.id);
}

export function isOver(algo: { readonly status: OrderStatus }): boolean {
  return algo.status !== "NEW" && algo.status !== "PARTIAL_FILLED";
}

/** Whether it is a group, which places nothing itself; its children do. */
export function isGroup(algo: NaiveAlgo): boolean {
  return algo.algoType === "TP_SL" || algo.algoType === "POSITIONAL_TP_SL";
}

/** Whether it closes a whole position, however large that is by then. Rules 3.4. */
export function isPositionalLeg(state: NaiveState, algo: number): boolean {
  const parent = state.algos.find((each) => each.id === algo)?.parent ?? 0;
  return state.algos.some((each) => each.id === parent && each.algoType === "POSITIONAL_TP_SL");
}

/** Whether its orders have no price of their own, so that they trade within a bound of the index. Rules 3.2. */
export function hasNoPrice(algo: NaiveAlgo): boolean {
  return !isGroup(algo) && algo.algoType !== "BRACKET" && algo.orderType !== "LIMIT";
}

/** Whether it fires again for what it has not filled. */
export function goesOnClosing(algo: NaiveAlgo): boolean {
  return hasNoPrice(algo) && algo.reduceOnly;
}

/** Whether it has fired and waits for liquidity, between two orders of its own; of a group, whether a leg does. */
export function isWorking(state: NaiveState, algo: NaiveAlgo): boolean {
  if (isOver(algo) || !algo.isTriggered) return false;
  if (isGroup(algo)) return childrenOf(state, algo).some((child) => isWorking(state, child));
  return goesOnClosing(algo) && state.incoming?.algo !== algo.id;
}

/** Whether it is armed, before it has fired or after: it counts in the limits, and can be cancelled. */
export function isArmed(state: NaiveState, algo: NaiveAlgo): boolean {
  return isWaiting(state, algo) || isWorking(state, algo);
}

/** Whether it can still fire for the first time and be amended. A group can while none of its children has fired. */
export function isWaiting(state: NaiveState, algo: NaiveAlgo): boolean {
  if (isOver(algo) || algo.isTriggered) return false;
  return !isGroup(algo) || childrenOf(state, algo).every((child) => !child.isTriggered);
}
