// Placing one order: which checks are made at the edge, in which order, and how the engine's result becomes the answer.
// A placement sent again gets its first answer, marked by a header. Interface 4.4, rules 1.3 and 2.11, errors 8.3.

import type { Submitted } from "@evermark/core";
import { type OrderBody, orders } from "@evermark/interface/trading/orders.ts";
import type { Caller } from "../../auth/keys/caller.ts";
import { type Binding, bind, type RequestFacts } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { type ApiError, invalid, refusal, refusalOf } from "../../wire/api-error.ts";
import { marketOf, unknownSymbol } from "../named/named-market.ts";
import { placementOf } from "./place-order-body.ts";
import { isRepeatedOrder } from "./repeated-placement.ts";

export const placeOrder: Binding = bind(
  orders.placeOrder,
  async (context) => {
    const { venue, caller, body, request } = context;
    const late = findLate(venue, caller, request);
    if (late !== null && !isRepeatedOrder(venue, caller.account, body)) throw late;
    const market = marketOf(venue, body.symbol);
    const placed = await context.submit(placementOf(body, { account: caller.account, market, inBatch: false }));
    return answerOf(placed, body);
  },
  {
    precheck: ({ venue, caller, body }) => {
      const blocked = findBlocked(venue, caller.account, body.symbol);
      if (blocked !== null && !isRepeatedOrder(venue, caller.account, body)) throw blocked;
    },
  },
);

/**
 * The reason why nothing can be placed, checked before the rest of the body: a refusal by the market, the venue or the
 * account wins over a malformed field. Rules 1.3 (1) to (4).
 * @returns -1005 symbol, -1012 or -1011 trading is not possible now; null when nothing prevents it
 */
export function findBlocked(venue: Venue, account: number, symbol: unknown): ApiError | null {
  if (symbol === undefined || symbol === null || symbol === "") return invalid("symbol must not be blank");
  if (typeof symbol !== "string") return invalid("symbol is invalid");
  const market = venue.engine.findMarket(symbol);
  if (market < 0) return unknownSymbol(symbol);
  const blocked = venue.engine.tradingBlocked(account, market);
  return blocked === null ? null : refusalOf(blocked);
}

/** @returns -1012 when the caller's `x-recv-window` (ms) has passed since the signed time, else null. Errors 4. */
export function findLate(venue: Venue, caller: Caller, request: RequestFacts): ApiError | null {
  const text = request.header("x-recv-window");
  if (text === null) return null;
  if (!/^[0-9]{1,15}$/.test(text)) return invalid("x-recv-window is invalid");
  const late = venue.clock.age(caller.timestamp);
  if (late <= Number(text)) return null;
  return refusal("refused", "order request timed out", { late_ms: late, window_ms: Number(text) });
}

/** Repeats what the caller sent, so that the answer can be read without the request. */
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
