// Algo orders that wait for a price: finds each order in the trees that would trigger, and builds the request that moves it.

import type { AlgoOrder } from "../../session/asking/answers.ts";

export interface TriggerOrder {
  readonly id: number;
  readonly type: string;
  readonly side: "BUY" | "SELL";
  /** 0 for the whole position. */
  readonly quantity: number;
  readonly triggerPrice: number;
  /** Ids from the root of its tree to the order itself. */
  readonly path: readonly number[];
  /** Whether its trigger price follows the market. */
  readonly isTrailing: boolean;
}

/** A leg has the same members as its root. */
type Leg = Pick<AlgoOrder, "algo_order_id" | "algo_type" | "algo_status" | "side" | "quantity" | "trigger_price"> &
  Pick<AlgoOrder, "is_triggered" | "child_orders" | "symbol">;

export function triggerOrders(trees: readonly AlgoOrder[], symbol: string): TriggerOrder[] {
  return trees.filter((root) => root.symbol === symbol).flatMap((root) => waitingIn(root, []));
}

function waitingIn(leg: Leg, above: readonly number[]): TriggerOrder[] {
  const path = [...above, leg.algo_order_id];
  const below = leg.child_orders.flatMap((child) => waitingIn(child as unknown as Leg, path));
  if (leg.trigger_price === null || leg.trigger_price === 0) return below;
  if (leg.is_triggered === "true" || leg.algo_status !== "NEW") return below;
  const waiting: TriggerOrder = {
    id: leg.algo_order_id,
    type: leg.algo_type,
    side: leg.side,
    quantity: leg.quantity,
    triggerPrice: leg.trigger_price,
    path,
    isTrailing: leg.algo_type === "TRAILING_STOP",
  };
  return [waiting, ...below];
}

interface LegChange {
  readonly order_id: number;
  readonly trigger_price: string;
}

interface RootChange {
  readonly order_id: number;
  readonly trigger_price?: string;
  readonly child_orders?: (LegChange | { readonly order_id: number; readonly child_orders: LegChange[] })[];
}

/** A leg is changed through its root, with the change nested as the leg is in the tree. */
export function triggerChange({ path }: Pick<TriggerOrder, "path">, triggerPrice: string): RootChange {
  const [root = 0, group = 0, leg = 0] = path;
  if (path.length === 1) return { order_id: root, trigger_price: triggerPrice };
  if (path.length === 2) return { order_id: root, child_orders: [{ order_id: group, trigger_price: triggerPrice }] };
  const change = { order_id: leg, trigger_price: triggerPrice };
  return { order_id: root, child_orders: [{ order_id: group, child_orders: [change] }] };
}
