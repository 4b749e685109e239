// One algo order: single (STOP, TRAILING_STOP), or a member of a tree (a group with its legs, a BRACKET with its group).
// Rules 3.1. Prices in ticks and sizes in lots; 0 where there is none.

import type { AlgoOrderId, FractionE8, Lots, Micros, Millis, OrderId, Ticks } from "../../base/units.ts";
import type { AlgoType, OrderStatus, Side } from "../../base/vocabulary.ts";
import type { AlgoOrderIdentity } from "../../language/views/views.ts";

export interface AlgoOrder extends AlgoOrderIdentity {
  readonly id: AlgoOrderId;
  /** Whether it waits for the mark to rise to its trigger, or else to fall to it. For a STOP the mark at creation decides. */
  readonly rising: boolean;
  parent: AlgoOrder | null;
  readonly children: AlgoOrder[];
  quantity: Lots;
  price: Ticks;
  triggerPrice: Ticks;
  activatedPrice: Ticks;
  callbackRate: FractionE8;
  callbackValue: Ticks;
  extremePrice: Ticks;
  isActivated: boolean;
  isTriggered: boolean;
  triggerStatus: "SUCCESS" | "FAIL" | null;
  triggerTradePrice: Ticks;
  triggerTime: Millis;
  status: OrderStatus;
  orderId: OrderId;
  executed: Lots;
  executedNotional: Micros;
  totalFee: Micros;
  totalRealizedPnl: Micros;
  updatedAt: Millis;
  /** Set only while one of its ordinary orders is being matched: the totals of the ordinary orders before that one. */
  earlier: Executed | null;
}

/** The totals of an algo order's ordinary orders. */
export type Executed = Pick<AlgoOrder, "executed" | "executedNotional" | "totalFee" | "totalRealizedPnl">;

export function rootOf(order: AlgoOrder): AlgoOrder {
  return order.parent === null ? order : rootOf(order.parent);
}

/** The order itself, then everything below it, by ascending id. */
export function membersOf(order: AlgoOrder): AlgoOrder[] {
  return [order, ...order.children.flatMap(membersOf)];
}

export function isFinished(order: AlgoOrder): boolean {
  return order.status === "FILLED" || order.status === "CANCELLED" || order.status === "REJECTED";
}

/** A group places nothing itself: one of its legs does. */
export function isGroup(order: AlgoOrder): boolean {
  return order.algoType === "TP_SL" || order.algoType === "POSITIONAL_TP_SL";
}

export function isLeg(order: AlgoOrder): boolean {
  return order.algoType === "TAKE_PROFIT" || order.algoType === "STOP_LOSS";
}

/** A BRACKET whose entry order is open. */
export function isOpenEntry(order: AlgoOrder): boolean {
  return order.algoType === "BRACKET" && !isFinished(order);
}

/** Closes a position at any price within its bound; the unfilled rest keeps waiting. Rules 3.2. */
export function closesAtMarket({ reduceOnly, orderType }: AlgoOrder): boolean {
  return reduceOnly && (orderType === "MARKET" || orderType === "CLOSE_POSITION");
}

/** Has a trigger of its own that has not fired, whether it already watches prices or still sleeps. */
export function isUntriggered(order: AlgoOrder): boolean {
  return !isGroup(order) && order.algoType !== "BRACKET" && !order.isTriggered && order.status === "NEW";
}

/** Has fired, is not filled, and fires again when an order rests that it may meet. Rules 3.2. */
export function isWorking(order: AlgoOrder): boolean {
  return order.isTriggered && closesAtMarket(order) && order.earlier === null && !isFinished(order);
}

/** Has a trigger that may still fire. */
export function isWaiting(order: AlgoOrder): boolean {
  return isUntriggered(order) || isWorking(order);
}

/** Waits and watches every price: all waiting orders except the sleeping legs of a BRACKET. */
export function isArmed(order: AlgoOrder): boolean {
  return isWaiting(order) && (order.isActivated || order.algoType === "TRAILING_STOP");
}

/** Whether any part of it may still fire: these count against the limits of rules 3.1. */
export function hasWaiting(order: AlgoOrder): boolean {
  return isWaiting(order) || order.children.some(hasWaiting);
}

/** Whether any part of it has not fired yet, so that it can be changed. Rules 3.1. */
export function hasUntriggered(order: AlgoOrder): boolean {
  return isUntriggered(order) || order.children.some(hasUntriggered);
}

/** Whether a trigger is reached at a price. Rules 3.1. */
export function isReached(rising: boolean, trigger: Ticks, price: Ticks): boolean {
  return rising ? price >= trigger : price <= trigger;
}

/** Rules 3.3: a SELL takes its profit above and stops its loss below, a BUY the other way round. */
export function legRises(algoType: AlgoType, side: Side): boolean {
  return (algoType === "TAKE_PROFIT") === (side === "SELL");
}

export function opposite(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}
