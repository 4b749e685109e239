// The orders that changed in the current batch, each with its last state: an order that was placed, amended five times
// and cancelled between two commits is written once.

import type { Statement } from "bun:sqlite";
import type { OrderReport } from "@evermark/engine/events.ts";
import { marginModeCode, orderTypeCode, sideCode, statusCode } from "./codes.ts";
import type { Tables } from "./tables.ts";

/** Columns that later reports of an order may change; the others are as they were at placement. */
const CHANGING = [
  "price",
  "quantity",
  "visible",
  "status",
  "reason",
  "executed",
  "executed_notional",
  "total_fee",
  "realized_pnl",
  "updated_at",
] as const;

const UPSERT = `
INSERT INTO orders (
  order_id, account, market, client_order_id, side, order_type, margin_mode, reduce_only, tag, price, quantity, amount,
  visible, visible_quantity, status, reason, executed, executed_notional, total_fee, realized_pnl, created_at, updated_at
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (order_id) DO UPDATE SET ${CHANGING.map((column) => `${column} = excluded.${column}`).join(", ")}`;

type OrderState = Omit<
  OrderReport,
  | "seq"
  | "cause"
  | "tradeId"
  | "matchId"
  | "fillPrice"
  | "fillQuantity"
  | "fee"
  | "tagFee"
  | "tagFeeRate"
  | "maker"
  | "realizedPnl"
  | "marginChange"
>;

export class PendingOrders {
  readonly #upsert: Statement;
  readonly #states = new Map<number, OrderState>();
  /** States of earlier batches, to be used again instead of making new ones. */
  readonly #spare: OrderState[] = [];

  constructor(tables: Tables) {
    this.#upsert = tables.prepare(UPSERT);
  }

  put(report: OrderReport): void {
    let state = this.#states.get(report.orderId);
    if (state === undefined) {
      state = this.#spare.pop() ?? stateOf(report);
      copyFixed(state, report);
      this.#states.set(report.orderId, state);
    }
    copyChanging(state, report);
  }

  write(): void {
    for (const state of this.#states.values()) {
      this.#writeOne(state);
      this.#spare.push(state);
    }
    this.#states.clear();
  }

  #writeOne(order: OrderState): void {
    this.#upsert.run(
      order.orderId,
      order.account,
      order.market,
      order.clientOrderId,
      sideCode(order.side),
      orderTypeCode(order.orderType),
      marginModeCode(order.marginMode),
      order.reduceOnly ? 1 : 0,
      order.tag,
      order.price,
      order.quantity,
      order.amount,
      order.visible,
      order.visibleQuantity,
      statusCode(order.status),
      order.reason,
      order.executed,
      order.executedNotional,
      order.totalFee,
      order.totalRealizedPnl,
      order.createdAt,
      order.at,
    );
  }
}

function stateOf(report: OrderReport): OrderState {
  const { orderId, account, market, clientOrderId, side, orderType, marginMode, reduceOnly, tag } = report;
  const { price, quantity, amount, visible, visibleQuantity, status, reason, createdAt, at } = report;
  const { executed, executedNotional, totalFee, totalRealizedPnl } = report;
  return {
    ...{ orderId, account, market, clientOrderId, side, orderType, marginMode, reduceOnly, tag },
    ...{ price, quantity, amount, visible, visibleQuantity, status, reason, createdAt, at },
    ...{ executed, executedNotional, totalFee, totalRealizedPnl },
  };
}

function copyFixed(state: OrderState, report: OrderReport): void {
  state.orderId = report.orderId;
  state.account = report.account;
  state.market = report.market;
  state.clientOrderId = report.clientOrderId;
  state.side = report.side;
  state.orderType = report.orderType;
  state.marginMode = report.marginMode;
  state.reduceOnly = report.reduceOnly;
  state.tag = report.tag;
  state.amount = report.amount;
  state.visibleQuantity = report.visibleQuantity;
  state.createdAt = report.createdAt;
}

function copyChanging(state: OrderState, report: OrderReport): void {
  state.price = report.price;
  state.quantity = report.quantity;
  state.visible = report.visible;
  state.status = report.status;
  state.reason = report.reason;
  state.executed = report.executed;
  state.executedNotional = report.executedNotional;
  state.totalFee = report.totalFee;
  state.totalRealizedPnl = report.totalRealizedPnl;
  state.at = report.at;
}
