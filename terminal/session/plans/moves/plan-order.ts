// The state of a plan's order as the venue reports it, and the moves that a plan can make.

import type { Order, Report } from "../../asking/answers.ts";
import type { OrderBody } from "../../orders/order-body.ts";
import { type EndReason, nameOf, type PauseReason, type Plan, type PlanTerms } from "./plan.ts";
import { stepsOf, textOfSteps } from "./whole-steps.ts";

export interface PlanOrder {
  readonly orderId: number;
  readonly rests: boolean;
  readonly executedLots: number;
  readonly priceTicks: number;
  /** On the venue's clock: when it was placed, and when it last changed. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Why it was cancelled; empty if it was not, or if the reason is unknown. */
  readonly reason: string;
}

/** By their place in the plan; a refused order is represented by the one that took its place. */
export type PlanOrders = ReadonlyMap<number, PlanOrder>;

/** The conditions that a plan depends on, apart from its orders. */
export interface PlanConditions {
  /** Time on the venue's clock. */
  readonly now: number;
  /** The best price on the plan's side; undefined while unknown. */
  readonly bestTicks: number | undefined;
}

export type Move =
  | { readonly do: "place"; readonly orders: readonly Placement[] }
  | { readonly do: "amend"; readonly at: number; readonly orderId: number; readonly priceTicks: number }
  | { readonly do: "cancel"; readonly at: number; readonly orderId: number }
  | { readonly do: "pause"; readonly why: PauseReason }
  | { readonly do: "end"; readonly why: EndReason }
  | { readonly do: "wait" };

export interface Placement {
  readonly at: number;
  readonly lots: number;
  readonly type: "MARKET" | "IOC" | "LIMIT" | "POST_ONLY";
  /** Null for a market order. */
  readonly priceTicks: number | null;
}

export const WAIT: Move = { do: "wait" };

export function bodyOf({ id, terms }: Plan, { at, lots, type, priceTicks }: Placement, attempt: number): OrderBody {
  const { symbol, side, lot, tick, reduceOnly, marginMode } = terms;
  return {
    ...{ symbol, side, order_type: type, order_quantity: textOfSteps(lots, lot) },
    ...(priceTicks !== null && { order_price: textOfSteps(priceTicks, tick) }),
    ...(reduceOnly && { reduce_only: true }),
    ...(marginMode !== undefined && { margin_mode: marginMode }),
    client_order_id: nameOf(id, at, attempt),
  };
}

const RESTS: ReadonlySet<string> = new Set(["NEW", "PARTIAL_FILLED"]);

export function orderOfRow({ lot, tick }: PlanTerms, row: Order): PlanOrder {
  return {
    orderId: row.order_id,
    rests: RESTS.has(row.status),
    executedLots: stepsOf(row.total_executed_quantity, lot),
    priceTicks: stepsOf(row.price ?? 0, tick),
    createdAt: row.created_time,
    updatedAt: row.updated_time,
    reason: "",
  };
}

export function afterReport({ lot, tick }: PlanTerms, known: PlanOrder, report: Report): PlanOrder {
  return {
    ...known,
    rests: RESTS.has(report.status),
    executedLots: Math.max(known.executedLots, stepsOf(report.totalExecutedQuantity, lot)),
    priceTicks: stepsOf(report.price, tick),
    reason: report.reason,
  };
}

export function executedIn(orders: PlanOrders): number {
  let executed = 0;
  for (const { executedLots } of orders.values()) executed += executedLots;
  return executed;
}

/** The place of the next order, for plans that place one after the other: the last named one again if it never arrived. */
export function nextPlace({ named }: Plan, orders: PlanOrders): number {
  return named > 0 && !orders.has(named - 1) ? named - 1 : named;
}
