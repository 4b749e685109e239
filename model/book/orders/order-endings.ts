// The end of an order, and its consequences. Rules 2.8.

import type { CancelReason, MarginMode } from "@evermark/engine";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveOrder } from "../../state/records/naive-order.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { mirrorOrder } from "./algo-mirror.ts";
import { openOrders } from "./sorted-book.ts";

/** Cancels an order, on the book or still incoming. */
export function cancel(state: NaiveState, order: NaiveOrder, reason: CancelReason, reports: NaiveReports): void {
  state.open = state.open.filter((each) => each.id !== order.id);
  order.status = "CANCELLED";
  order.reason = reason;
  order.updatedAt = state.now;
  reports.cancelled(state, order);
  mirrorOrder(state, reports, order, "cancelled");
}

/** Cancels all open orders of an account, or those of one market or mode; `market` -1, `mode` "" for all. */
export function cancelOrdersOf(
  state: NaiveState,
  reports: NaiveReports,
  account: number,
  market: number,
  mode: MarginMode | "",
  reason: CancelReason,
): void {
  for (const order of openOrders(state, account, market)) {
    // One cancellation may have caused another.
    const isOpen = state.open.some((each) => each.id === order.id);
    if (isOpen && (mode === "" || order.marginMode === mode)) cancel(state, order, reason, reports);
  }
}
