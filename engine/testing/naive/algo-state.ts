// An algo order as the naive exchange keeps it, and what follows from the tree it stands in. Rules 3.1.

import type { AlgoOrderType, AlgoType, MarginMode, OrderStatus, Side } from "../../vocabulary.ts";
import type { NaiveState } from "./state.ts";

export interface NaiveAlgo {
  readonly id: number;
  /** 0 for a root. A second leg of a BRACKET that becomes independent is a root from then on. */
  parent: number;
  root: number;
  readonly account: number;
  readonly market: number;
  readonly marginMode: MarginMode;
  readonly algoType: AlgoType;
  readonly side: Side;
  readonly orderType: AlgoOrderType;
  readonly clientOrderId: string;
  readonly tag: string;
  readonly reduceOnly: boolean;
  readonly visible: boolean;
  /** 0 where there is none, as below. 10⁻⁸, as below. */
  quantity: bigint;
  price: bigint;
  triggerPrice: bigint;
  /** Which way the mark has to go, for what has a trigger price. */
  direction: "" | "up" | "down";
  activatedPrice: bigint;
  callbackRate: bigint;
  callbackValue: bigint;
  extremePrice: bigint;
  isActivated: boolean;
  isTriggered: boolean;
  triggerStatus: "SUCCESS" | "FAIL" | null;
  triggerTradePrice: bigint;
  triggerTime: number;
  status: OrderStatus;
  orderId: number;
  executed: bigint;
  executedNotional: bigint;
  totalFee: bigint;
  totalRealizedPnl: bigint;
  readonly createdAt: number;
}

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

/** Whether it is a group: it places nothing itself, its children do. */
export function isGroup(algo: NaiveAlgo): boolean {
  return algo.algoType === "TP_SL" || algo.algoType === "POSITIONAL_TP_SL";
}

/** Whether it closes a whole position, however large that is by then. Rules 3.4. */
export function isPositionalLeg(state: NaiveState, algo: number): boolean {
  const parent = state.algos.find((each) => each.id === algo)?.parent ?? 0;
  return state.algos.some((each) => each.id === parent && each.algoType === "POSITIONAL_TP_SL");
}

/** Whether it can still fire, be amended or be cancelled. A group can while none of its children has fired. */
export function isWaiting(state: NaiveState, algo: NaiveAlgo): boolean {
  if (isOver(algo) || algo.isTriggered) return false;
  return !isGroup(algo) || childrenOf(state, algo).every((child) => !child.isTriggered);
}
