// Resting orders, read from the venue's list and updated by reports.

import type { Order, Report } from "../asking/answers.ts";

/** The data of an order that the page shows. */
export interface OpenOrder {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: "BUY" | "SELL";
  readonly type: string;
  readonly price: number;
  readonly quantity: number;
  readonly executedQuantity: number;
  readonly averagePrice: number;
  readonly visibleQuantity: number;
  readonly reduceOnly: boolean;
  readonly marginMode: string;
  readonly status: string;
  readonly createdTime: number;
}

export function orderOfRow(row: Order): OpenOrder {
  return {
    orderId: row.order_id,
    clientOrderId: row.client_order_id ?? "",
    symbol: row.symbol,
    side: row.side as OpenOrder["side"],
    type: row.type,
    price: row.price ?? 0,
    quantity: row.quantity ?? 0,
    executedQuantity: row.total_executed_quantity ?? 0,
    averagePrice: row.average_executed_price ?? 0,
    visibleQuantity: row.visible_quantity ?? 0,
    reduceOnly: row.reduce_only ?? false,
    marginMode: row.margin_mode,
    status: row.status,
    createdTime: row.created_time,
  };
}

function orderOfReport(report: Report): OpenOrder {
  return {
    orderId: report.orderId,
    clientOrderId: report.clientOrderId,
    symbol: report.symbol,
    side: report.side as OpenOrder["side"],
    type: report.type,
    price: report.price,
    quantity: report.quantity,
    executedQuantity: report.totalExecutedQuantity,
    averagePrice: report.averageExecutedPrice,
    visibleQuantity: report.visibleQuantity,
    reduceOnly: report.reduceOnly,
    marginMode: report.marginMode,
    status: report.status,
    createdTime: report.createdTime,
  };
}

/** Whether an order with this status rests. */
function rests(status: string): boolean {
  return status === "NEW" || status === "PARTIAL_FILLED";
}

export type OpenOrders = ReadonlyMap<number, OpenOrder>;

/** The open orders after a report. */
export function afterReport(orders: OpenOrders, report: Report): OpenOrders {
  if (!rests(report.status)) {
    if (!orders.has(report.orderId)) return orders;
    const left = new Map(orders);
    left.delete(report.orderId);
    return left;
  }
  return new Map(orders).set(report.orderId, orderOfReport(report));
}
