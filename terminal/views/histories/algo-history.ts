// The history of algo orders: waiting, triggered, filled, cancelled and refused ones. A group is one entry of the venue but
// several rows: each leg is shown below the order that it belongs to, and all of them have the number of their group.

import type { AlgoOrder } from "../../session/asking/answers.ts";
import { words } from "../../texts/words.ts";
import { type AlgoRow, isWaiting, isWorking, legsOf, rowsOf, workingState } from "../portfolio/protection/algo-tree.ts";
import { historyOf, ofMarket, spanAndPage } from "./history-kind.ts";

const { names, empty, columns, outcomes } = words.histories;

const time = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "time" }) as const;
const price = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "price" }) as const;
const size = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "size" }) as const;
const word = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "word" }) as const;
const text = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "text" }) as const;

export const algoHistory = historyOf<AlgoRow>({
  id: "algo",
  name: names.algo,
  empty: empty.algo,
  filters: ["market", "kind", "side", "status", "span"],
  kinds: ["STOP", "TRAILING_STOP", "TP_SL", "POSITIONAL_TP_SL", "BRACKET"],
  sides: ["BUY", "SELL"],
  statuses: ["COMPLETED", "FILLED", "CANCELLED", "REJECTED", "INCOMPLETE"],
  read: async (client, asked, signal) => {
    const { rows, meta } = await client.algo.getAlgoOrders(
      {
        ...spanAndPage(asked),
        ...ofMarket(asked),
        ...(asked.kind !== "" && { algo_type: asked.kind as "STOP" }),
        ...(asked.side !== "" && { side: asked.side as "BUY" }),
        ...(asked.status !== "" && { status: asked.status as "FILLED" }),
      },
      { signal },
    );
    return { rows: rowsOf(rows), total: meta.total };
  },
  keyOf: ({ order }) => order.algo_order_id,
  depthOf: ({ path }) => path.length - 1,
  changedBy: ["algo", "liquidation"],
  columns: [
    { ...time("time"), value: ({ order }) => order.created_time },
    { id: "market", name: columns.market, kind: "market", value: ({ order }) => order.symbol },
    { ...word("kind"), value: ({ order }) => order.algo_type },
    // A group has no side or type of its own; its legs do.
    { ...word("side"), value: ({ order }) => (isGroup(order) ? null : order.side) },
    { ...word("type"), value: ({ order }) => (isGroup(order) ? null : order.type) },
    { ...word("status"), value: ({ order }) => order.algo_status },
    { ...text("outcome"), value: algoOutcome },
    { ...price("trigger"), value: ({ order }) => order.trigger_price || null },
    { ...time("fired"), value: ({ order }) => order.trigger_time },
    { ...price("firedAt"), value: ({ order }) => order.trigger_trade_price },
    { ...price("price"), value: ({ order }) => order.price || null },
    { ...size("size"), value: ({ order }) => order.quantity || null },
    { ...size("filled"), value: ({ order }) => order.total_executed_quantity },
    { ...price("average"), value: ({ order }) => order.average_executed_price || null },
    { id: "fee", name: columns.fee, kind: "money", value: ({ order }) => (isExecuted(order) ? order.total_fee : null) },
    {
      id: "pnl",
      name: columns.pnl,
      kind: "change",
      value: ({ order }) => (isExecuted(order) ? order.realized_pnl : null),
    },
    { id: "distanceRate", name: columns.distance, kind: "percent", value: ({ order }) => order.callback_rate || null },
    { id: "distance", name: columns.distanceUsdc, kind: "price", value: ({ order }) => order.callback_value || null },
    { ...word("marginMode"), value: ({ order }) => order.margin_mode },
    { ...text("algoId"), value: ({ order }) => String(order.algo_order_id) },
    { ...text("group"), value: ({ order }) => String(order.root_algo_order_id) },
    { ...text("placed"), value: ({ order }) => (order.order_id === null ? null : String(order.order_id)) },
    { ...text("clientOrderId"), value: ({ order }) => order.client_order_id },
    { ...text("tag"), value: ({ order }) => order.order_tag },
  ],
});

function isGroup(order: AlgoOrder): boolean {
  return legsOf(order).length > 0 && order.algo_type !== "BRACKET";
}

function isExecuted({ total_executed_quantity }: AlgoOrder): boolean {
  return total_executed_quantity !== 0;
}

/**
 * What the status alone does not show: why an order was cancelled, or what it waits for. Null when there is nothing to add.
 */
export function algoOutcome({ order, path }: AlgoRow): string | null {
  const { algo_status: status, trigger_status: fired } = order;
  const isTriggered = order.is_triggered === "true";
  if (fired === "FAIL" || status === "REJECTED") return outcomes.refused;
  if (isWaiting(order)) return waitingFor({ order, path });
  if (isWorking(order)) return workingState(order);
  if (status === "NEW") return outcomes.triggered;
  if (status !== "CANCELLED") return null;
  if (isTriggered && !isGroup(order)) return outcomes.undone;
  return cancelledBecause({ order, path });
}

function waitingFor({ order, path }: AlgoRow): string | null {
  const [root] = path;
  if (order.algo_type === "BRACKET") return null;
  return root?.algo_type === "BRACKET" && path.length > 1 && !order.is_activated ? outcomes.sleeping : outcomes.waiting;
}

function cancelledBecause({ order, path }: AlgoRow): string | null {
  const [root] = path;
  const above = path.at(-2);
  if (above === undefined) return null;
  if (legsOf(above).some((leg) => leg !== order && leg.is_triggered === "true")) return outcomes.sibling;
  const isEntryEmpty = root?.algo_type === "BRACKET" && root.algo_status === "CANCELLED";
  return isEntryEmpty && root.total_executed_quantity === 0 ? outcomes.entry : null;
}
