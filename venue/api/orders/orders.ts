// Every answer of the section on orders. Interface 4.4.

import type { Binding } from "../../http/routes/binding.ts";
import { amendOrder, cancelAllAfter, cancelOrder, cancelOrderByClientId, cancelOrders } from "./change-order.ts";
import { getOrder, getOrderByClientId, getOrders, getOrderTrades, getTrade, getTrades } from "./list-orders.ts";
import { cancelBatch, cancelBatchByClientId, placeBatch } from "./place-batch.ts";
import { placeOrder } from "./place-order.ts";
import { previewOrder } from "./preview-order.ts";

export const orderBindings: readonly Binding[] = [
  placeOrder,
  previewOrder,
  amendOrder,
  cancelOrder,
  cancelOrders,
  getOrders,
  getOrder,
  getTrades,
  getTrade,
  getOrderTrades,
  getOrderByClientId,
  cancelOrderByClientId,
  placeBatch,
  cancelBatch,
  cancelBatchByClientId,
  cancelAllAfter,
];
