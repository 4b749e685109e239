// The outcome of an order in words: filled, waiting, or why not.

import { decimal } from "../../format/figure-text.ts";
import { baseOf } from "../../format/market-name.ts";
import type { Order, Report } from "../../session/asking/answers.ts";
import type { Notice } from "../../state/notice.ts";
import { words } from "../../texts/words.ts";
import type { TicketRequest } from "./request.ts";

const { done, reasons } = words.ticket;

/** The state of an order, from a report or from the venue's list of orders. */
export interface OrderState {
  readonly status: string;
  readonly executed: number;
  readonly averagePrice: number;
  readonly price: number;
  readonly fee: number;
  /** Why it was cancelled; empty if it was not, or if no report gave the reason. */
  readonly reason: string;
}

export function stateOfReport(report: Report): OrderState {
  const { status, totalExecutedQuantity, averageExecutedPrice, price, totalFee, reason } = report;
  return { status, price, reason, executed: totalExecutedQuantity, averagePrice: averageExecutedPrice, fee: totalFee };
}

export function stateOfOrder(order: Order, reason: string): OrderState {
  const { status, executed_quantity, average_executed_price, price, total_fee } = order;
  const averagePrice = average_executed_price ?? 0;
  return { status, reason, executed: executed_quantity, averagePrice, price: price ?? 0, fee: total_fee };
}

/** The order as requested: `Buy 0.5 BTC`. */
export function nameOfRequest({ to, body }: TicketRequest): string {
  const base = baseOf(body.symbol);
  const side = body.side === "SELL" ? words.common.sell : words.common.buy;
  if (to === "order" && body.order_amount !== undefined) return done.worth(side, figure(body.order_amount), base);
  const { quantity } = to === "order" ? { quantity: body.order_quantity } : body;
  return quantity === undefined ? done.wholePosition(base) : done.what(side, figure(quantity), base);
}

/** @param state null when all that is known is that the order waits */
export function outcomeOf(request: TicketRequest, state: OrderState | null): Omit<Notice, "id"> {
  const what = nameOfRequest(request);
  const isProtected = isBracketRequest(request);
  if (state === null) return { tone: "good", title: isProtected ? done.bracket(what) : done.waits(what) };
  const { status, executed, averagePrice, price, fee, reason } = state;
  const why = reason === "" ? undefined : (reasons[reason] ?? reason);
  if (executed === 0) {
    if (status !== "NEW") return { tone: "bad", title: done.cancelled(what), text: why };
    const text = isProtected ? done.willProtect : undefined;
    return { tone: "good", title: done.rests(what, decimal(price)), ...(text !== undefined && { text }) };
  }
  const parts = [done.fee(decimal(fee)), why, isProtected ? done.protects : undefined];
  const text = parts.filter((part) => part !== undefined).join(" ");
  if (status === "FILLED") return { tone: "good", title: done.filled(what, decimal(averagePrice)), text };
  return { tone: "good", title: done.partly(decimal(executed), what, decimal(averagePrice)), text };
}

/** Whether the request is an entry order with its protection. */
export function isBracketRequest({ to, body }: TicketRequest): boolean {
  return to === "algo" && body.algo_type === "BRACKET";
}

/** A decimal of a request: all of its digits, grouped. */
function figure(value: number | string): string {
  return decimal(Number(value));
}
