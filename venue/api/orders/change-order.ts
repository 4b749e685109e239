// Amending and cancelling single orders, cancelling all, and the dead-man switch. Interface 4.4, rules 2.9 and 2.10,
// errors 8.4.

import { Fault, priceE8, quantityE8 } from "@evermark/engine";
import { orders } from "@evermark/interface/trading/orders.ts";
import { readPositive } from "../../http/input/read-number.ts";
import { type Binding, bind, type Context } from "../../http/routes/binding.ts";
import { invalid, refusal } from "../../wire/api-error.ts";
import { marketOf } from "../named/named-market.ts";

const ANY_MARKET = -1;
const DISARM = 0;
const TRIGGER_MIN_MS = 5_000;

/** The four members that identify the order, and the two that can change. */
const AMENDABLE: ReadonlySet<string> = new Set(Object.keys(orders.amendOrder.body.properties));

/** @throws {ApiError} -1005 with the interface's wording for any other member, before anything else is checked */
export function requireAmendable(body: Readonly<Record<string, unknown>>): void {
  for (const member in body) {
    if (!AMENDABLE.has(member)) throw refusal("cannot_change_order", undefined, { member });
  }
}

const amend = async (context: Context<typeof orders.amendOrder>) => {
  const { venue, caller, body } = context;
  const market = marketOf(venue, body.symbol);
  if (body.order_price === undefined && body.order_quantity === undefined) {
    throw invalid("order_price or order_quantity must be given");
  }
  const amended = await context.submit({
    type: "amend_order",
    account: caller.account,
    orderId: body.order_id,
    market,
    side: body.side,
    orderType: body.order_type,
    price: priceE8(body.order_price === undefined ? 0 : readPositive("order_price", body.order_price)),
    quantity: quantityE8(body.order_quantity === undefined ? 0 : readPositive("order_quantity", body.order_quantity)),
  });
  const { status, orderId } = amended;
  if (status === "REJECTED") throw new Fault("an order that was open is never rejected", { orderId });
  return { status };
};

const amendOrder: Binding = bind(orders.amendOrder, amend, {
  precheck: ({ body }) => requireAmendable(body),
});

const cancelOrder: Binding = bind(orders.cancelOrder, async (context) => {
  const { venue, caller, query } = context;
  const market = marketOf(venue, query.symbol);
  await context.submit({
    type: "cancel_order",
    account: caller.account,
    market,
    orderId: query.order_id,
    clientOrderId: "",
  });
  return { order_id: query.order_id, status: "CANCELLED" as const };
});

const cancelOrderByClientId: Binding = bind(orders.cancelOrderByClientId, async (context) => {
  const { venue, caller, query } = context;
  const market = marketOf(venue, query.symbol);
  await context.submit({
    type: "cancel_order",
    account: caller.account,
    market,
    orderId: 0,
    clientOrderId: query.client_order_id,
  });
  return { status: "CANCEL_SENT" as const };
});

const cancelOrders: Binding = bind(orders.cancelOrders, async (context) => {
  const { venue, caller, query } = context;
  const market = query.symbol === undefined ? ANY_MARKET : marketOf(venue, query.symbol);
  await context.submit({ type: "cancel_all_orders", account: caller.account, market });
  return { status: "CANCEL_ALL_SENT" as const };
});

const cancelAllAfter: Binding = bind(orders.cancelAllAfter, async (context) => {
  const { caller, body } = context;
  const triggerAfterMs = body.trigger_after;
  if (triggerAfterMs !== DISARM && triggerAfterMs < TRIGGER_MIN_MS) {
    throw invalid(`trigger_after must be 0 or at least ${TRIGGER_MIN_MS}`, {
      trigger_after: triggerAfterMs,
    });
  }
  const armed = await context.submit({ type: "cancel_all_after", account: caller.account, triggerAfterMs });
  return { expected_trigger_time: armed.expectedTriggerTime };
});

export const changeBindings: readonly Binding[] = [
  amendOrder,
  cancelOrder,
  cancelOrderByClientId,
  cancelOrders,
  cancelAllAfter,
];
