// Orders as the public query returns them, whether they come from the engine or from history. Interface 4.3, rules 2.7 and 3.1.

import type { AlgoOrderView } from "@evermark/engine";
import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import { finePriceText, moneyText, priceText, quantityText } from "../../wire/decimal-text.ts";
import { averagePriceE8 } from "../../wire/decimals.ts";
import type { OrderRow } from "../queries/order-queries.ts";
import type { RowMarket } from "./written-rows.ts";

type OpenRow = QueryAnswer<"openOrders">["rows"][number];

/** Ordinary orders and algo orders have separate numbers. Within one millisecond, algo orders come first. */
export const ORDINARY = 0;
export const ALGO = 1;

/** An order's place in a list of both kinds. */
export interface OrderPlace {
  readonly at: number;
  readonly kind: number;
  readonly id: number;
}

export function newestOrderFirst(a: OrderPlace, b: OrderPlace): number {
  return b.at - a.at || b.kind - a.kind || b.id - a.id;
}

/** The fields of an ordinary order that both sources have. */
export type Ordinary = Omit<OrderRow, "reason" | "realizedPnl" | "clientOrderId" | "tag">;

/** The fields that open and finished orders share. */
export function ordinaryFields(market: RowMarket, order: Ordinary): Omit<OpenRow, "status"> {
  return {
    order_id: String(order.orderId),
    symbol: market.symbol,
    side: order.side,
    // History stores the name that the engine reported.
    type: order.orderType as OpenRow["type"],
    price: priceOrNull(market, order.price),
    quantity: quantityText(market, order.quantity),
    total_executed_quantity: quantityText(market, order.executed),
    trigger_price: null,
    trigger_status: null,
    reduce_only: null,
    created_time: order.createdAt,
    updated_time: order.updatedAt,
  };
}

/** The same for an algo order. */
export function algoFields(market: RowMarket, order: AlgoOrderView): Omit<OpenRow, "status"> {
  return {
    order_id: String(order.algoOrderId),
    symbol: market.symbol,
    side: order.side,
    type: algoTypeOf(order),
    price: priceOrNull(market, order.price),
    quantity: quantityText(market, order.quantity),
    total_executed_quantity: quantityText(market, order.executed),
    trigger_price: priceOrNull(market, order.triggerPrice),
    trigger_status: triggerStatusOf(order),
    reduce_only: order.reduceOnly,
    created_time: order.createdAt,
    updated_time: order.updatedAt,
  };
}

/** The fields about an order's execution. */
export function executedFields(
  market: RowMarket,
  order: {
    readonly executed: number;
    readonly executedNotional: number;
    readonly totalFee: number;
  },
) {
  const { executed, executedNotional } = order;
  const average = executed === 0 ? null : averagePriceE8(market, executedNotional, executed);
  return {
    average_executed_price: average === null ? null : finePriceText(market, average),
    total_fee: moneyText(order.totalFee),
    fee_asset: "USDC",
  };
}

function priceOrNull(market: RowMarket, ticks: number): string | null {
  return ticks === 0 ? null : priceText(market, ticks);
}

function triggerStatusOf({ triggerStatus, isTriggered }: AlgoOrderView): OpenRow["trigger_status"] {
  if (triggerStatus === "FAIL") return "FAILED";
  return triggerStatus === "SUCCESS" || isTriggered ? "TRIGGERED" : "PENDING";
}

function algoTypeOf({ algoType, orderType, triggerPrice }: AlgoOrderView): OpenRow["type"] {
  const places = orderType === "LIMIT" ? "LIMIT" : "MARKET";
  switch (algoType) {
    case "STOP":
    case "STOP_LOSS":
      return `STOP_${places}`;
    case "TAKE_PROFIT":
      return `TAKE_PROFIT_${places}`;
    case "BRACKET":
      return triggerPrice === 0 ? "BRACKET" : "STOP_BRACKET";
    default:
      return algoType;
  }
}
