// Algo orders as rows: each tree is flattened, with each leg below the order that it belongs to, along with its
// path from the root.

import { decimal } from "../../../format/figure-text.ts";
import type { AlgoOrder, Position } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";

const { states } = words.portfolio.algo;

export interface AlgoRow {
  readonly order: AlgoOrder;
  /** From the root to this order, both included. */
  readonly path: readonly AlgoOrder[];
}

/** The interface types legs loosely, but they have the same members. */
export function legsOf(order: AlgoOrder): readonly AlgoOrder[] {
  return order.child_orders as unknown as readonly AlgoOrder[];
}

export function rowsOf(roots: readonly AlgoOrder[]): readonly AlgoRow[] {
  const below = (order: AlgoOrder, above: readonly AlgoOrder[]): readonly AlgoRow[] => {
    const path = [...above, order];
    return [{ order, path }, ...legsOf(order).flatMap((leg) => below(leg, path))];
  };
  return roots.flatMap((root) => below(root, []));
}

export function isWaiting({ algo_status, is_triggered }: AlgoOrder): boolean {
  return algo_status === "NEW" && is_triggered === "false";
}

/**
 * Whether it has triggered and is waiting for liquidity: it triggers again for the remainder as soon as an order rests near
 * the index. Only orders that close a position wait like this.
 */
export function isWorking({ algo_status, is_triggered, type, reduce_only, child_orders }: AlgoOrder): boolean {
  const isOpen = algo_status === "NEW" || algo_status === "PARTIAL_FILLED";
  return isOpen && is_triggered === "true" && reduce_only && type !== "LIMIT" && child_orders.length === 0;
}

/** Whether it belongs to an entry that has not executed anything yet. */
export function sleeps({ order, path }: AlgoRow): boolean {
  return path[0]?.algo_type === "BRACKET" && path.length > 1 && !order.is_activated;
}

/** How many orders would close a position at some mark price, apart from those for the whole position. */
export function otherGuards(
  roots: readonly AlgoOrder[],
  { symbol, margin_mode, position_qty }: Pick<Position, "symbol" | "margin_mode" | "position_qty">,
): number {
  const side = position_qty > 0 ? "SELL" : "BUY";
  return rowsOf(roots).filter((row) => {
    const { order, path } = row;
    const isOfPosition = path[0]!.symbol === symbol && path[0]!.margin_mode === margin_mode && order.side === side;
    const isWhole = path.some(({ algo_type }) => algo_type === "POSITIONAL_TP_SL");
    return (
      isOfPosition && order.reduce_only && legsOf(order).length === 0 && isWaiting(order) && !isWhole && !sleeps(row)
    );
  }).length;
}

export type AlgoField =
  | "trigger_price"
  | "price"
  | "quantity"
  | "callback_rate"
  | "callback_value"
  /** The mark price from which a trailing stop follows. */
  | "activated_price";

/** Whether this figure of the order can be changed now. Only the root of a group has its own quantity. */
export function canChange({ order, path }: AlgoRow, field: AlgoField): boolean {
  if (!isWaiting(order)) return false;
  // Once the stop follows the price, its activation price no longer matters.
  if (field === "activated_price" && order.is_activated) return false;
  if (field !== "quantity") return order[field] !== null && order[field] !== 0 && order.algo_type !== "BRACKET";
  return path.length === 1 && ["STOP", "TRAILING_STOP", "TP_SL"].includes(order.algo_type);
}

interface Change extends Partial<Readonly<Record<AlgoField, string>>> {
  readonly order_id: number;
  readonly child_orders?: Change[];
}

/**
 * The request to the venue: the root, and nested below it the path to the change. A group's quantity is that of its legs.
 */
export function changeOf({ order, path }: AlgoRow, field: AlgoField, typed: string): Change {
  const legs = legsOf(order);
  const isGroup = field === "quantity" && legs.length > 0;
  const own: Change = isGroup
    ? {
        order_id: order.algo_order_id,
        child_orders: legs.map(({ algo_order_id }) => ({ order_id: algo_order_id, quantity: typed })),
      }
    : { order_id: order.algo_order_id, [field]: typed };
  return path
    .slice(0, -1)
    .reduceRight<Change>((below, { algo_order_id }) => ({ order_id: algo_order_id, child_orders: [below] }), own);
}

/** The state of the order in words. */
export function stateOf(row: AlgoRow): string {
  const { order } = row;
  if (order.trigger_status === "FAIL" || order.algo_status === "REJECTED") return states.rejected;
  const working = [order, ...legsOf(order)].find(isWorking);
  if (working !== undefined) return workingState(working);
  if (order.algo_status === "PARTIAL_FILLED") return states.partly;
  if (order.algo_status === "FILLED") return states.filled;
  if (order.algo_status === "CANCELLED") return states.cancelled;
  if (order.is_triggered === "true") return states.triggered;
  if (order.algo_type === "TRAILING_STOP") return trailingState(order);
  if (sleeps(row)) return states.sleeping;
  return legsOf(order).length > 0 ? states.legs : states.waiting;
}

/** What a triggered stop still waits for, and how much of it is done. */
export function workingState({ total_executed_quantity, quantity }: AlgoOrder): string {
  return states.working(decimal(total_executed_quantity), decimal(quantity));
}

function trailingState({ is_activated, activated_price, extreme_price }: AlgoOrder): string {
  if (!is_activated && activated_price !== null) return states.activates(decimal(activated_price));
  return extreme_price === null ? states.waiting : states.following(decimal(extreme_price));
}
