// Placing one order: what is checked at the edge, in which order, and how the engine's word becomes the answer. A
// placement sent again gets its first answer, and a header says so. Interface 4.4, rules 1.3 and 2.11, errors 8.3.

import type { Rejection } from "@evermark/engine";
import { type OrderBody, orders } from "@evermark/interface/orders.ts";
import { type ApiError, invalid, refusal, refusalOf } from "../../api-error.ts";
import type { Caller } from "../../auth/caller.ts";
import { replayedHeader } from "../../envelope.ts";
import type { Submitted, Venue } from "../../venue.ts";
import { type Binding, bind, type RequestFacts } from "../binding.ts";
import { marketOf } from "../named-market.ts";
import { submit } from "../submit.ts";
import { placementOf } from "./place-order-body.ts";

export const placeOrder: Binding = bind(
  orders.placeOrder,
  async ({ venue, caller, body, request, reply }) => {
    requireInTime(venue, caller, request);
    const market = marketOf(venue, body.symbol);
    const placed = await submit(venue, placementOf(body, { account: caller.account, market, inBatch: false }));
    if (placed.replayed) reply.header(replayedHeader(venue.configuration.brand), "true");
    if (placed.rejection !== null) throw refusalOfPlacement(placed.rejection, placed.orderId);
    return answerOf(placed, body);
  },
  { precheck: ({ venue, caller, body }) => void tradableMarket(venue, caller.account, body.symbol) },
);

/**
 * The market of a placement, before anything else of the placement is looked at: a refusal by the market, the venue or
 * the account wins over a malformed field. Rules 1.3 (1) to (4).
 * @throws {ApiError} -1005 symbol, -1012 or -1011 trading is not possible now
 */
export function tradableMarket(venue: Venue, account: number, symbol: unknown): number {
  if (symbol === undefined || symbol === null || symbol === "") throw invalid("symbol must not be blank");
  if (typeof symbol !== "string") throw invalid("symbol is invalid");
  const market = marketOf(venue, symbol);
  const blocked = venue.engine.tradingBlocked(account, market);
  if (blocked !== null) throw refusalOf(blocked);
  return market;
}

/** @throws {ApiError} -1012 when the caller's `x-recv-window` (ms) has passed since the signed time. Errors 4. */
export function requireInTime(venue: Venue, caller: Caller, request: RequestFacts): void {
  const text = request.header("x-recv-window");
  if (text === null) return;
  if (!/^[0-9]{1,15}$/.test(text)) throw invalid("x-recv-window is invalid");
  const late = venue.clock.now() - caller.timestamp;
  if (late > Number(text)) {
    throw refusal("refused", "order request timed out", { late_ms: late, window_ms: Number(text) });
  }
}

/** @param orderId of the order that was stored as REJECTED, so that it can be looked up; 0 when none was */
function refusalOfPlacement(rejection: Rejection, orderId: number): ApiError {
  if (orderId === 0) return refusalOf(rejection);
  return refusalOf({ ...rejection, detail: { ...rejection.detail, order_id: orderId } });
}

/** Also names what the caller sent, so that an answer can be read without the request. */
function answerOf(placed: Submitted, body: OrderBody) {
  return {
    order_id: placed.orderId,
    symbol: body.symbol,
    status: placed.status,
    client_order_id: body.client_order_id ?? null,
    order_type: body.order_type,
    order_price: body.order_price === undefined ? null : Number(body.order_price),
    order_quantity: body.order_quantity === undefined ? null : Number(body.order_quantity),
  };
}
