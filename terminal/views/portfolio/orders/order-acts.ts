// The acts on an open order. After a lost answer, the outcome is seen from the order's current state.

import { decimal } from "../../../format/figure-text.ts";
import { baseOf, marketName } from "../../../format/market-name.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { OpenOrder } from "../../../session/orders/open-order.ts";
import { words } from "../../../texts/words.ts";
import type { Act } from "../acts/acts.ts";

const text = words.portfolio;

export function keyOfOrder({ orderId }: OpenOrder): string {
  return `order ${orderId}`;
}

export function nameOfOpenOrder({ side, quantity, symbol, price }: OpenOrder): string {
  return text.orders.what(text.sides[side], decimal(quantity), baseOf(symbol), decimal(price));
}

export function cancelling({ client: { orders } }: AccountSession, order: OpenOrder): Act {
  const said = text.acts.cancelled(nameOfOpenOrder(order));
  return {
    text: text.orders.cancelOf(nameOfOpenOrder(order)),
    send: async () => {
      await orders.cancelOrder({ symbol: order.symbol, order_id: order.orderId });
      return said;
    },
    find: async () => {
      const { status } = await orders.getOrder({ order_id: order.orderId });
      return status === "NEW" || status === "PARTIAL_FILLED" ? null : text.acts.outcome(said, status);
    },
  };
}

/** The typed digits; either price or quantity. */
export interface OrderChange {
  readonly price?: string | undefined;
  readonly quantity?: string | undefined;
}

type AmendBody = Parameters<AccountSession["client"]["orders"]["amendOrder"]>[0];

export function amending(session: AccountSession, order: OpenOrder, { price, quantity }: OrderChange): Act {
  const { orders } = session.client;
  const body: AmendBody = {
    order_id: order.orderId,
    symbol: order.symbol,
    side: order.side,
    order_type: order.type as AmendBody["order_type"],
    ...(price !== undefined && { order_price: price }),
    ...(quantity !== undefined && { order_quantity: quantity }),
  };
  const wanted = { ...order, price: Number(price ?? order.price), quantity: Number(quantity ?? order.quantity) };
  const said = nameOfOpenOrder(wanted);
  return {
    text: said,
    send: async () => text.acts.outcome(said, stateOf((await orders.amendOrder(body)).status)),
    find: async () => {
      const now = await orders.getOrder({ order_id: order.orderId });
      session.refreshOrders();
      const isChanged = now.price === wanted.price && now.quantity === wanted.quantity;
      return isChanged ? text.acts.outcome(said, stateOf(now.status)) : null;
    },
  };
}

function stateOf(status: string): string {
  return text.acts.states[status] ?? status;
}

/** Cancels all orders of one market. */
export function cancellingMarket(session: AccountSession, symbol: string): Act {
  const cancel = async () => {
    await session.client.orders.cancelOrders({ symbol });
    return text.acts.cancelledMarket(marketName(symbol));
  };
  // Cancelling is idempotent, so after a lost answer it is sent again instead of looked up.
  return { text: text.orders.cancelMarket(marketName(symbol)), send: cancel, find: cancel };
}
