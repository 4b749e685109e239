// What can be done to an open order, each as one act. An answer that was lost is found in how the order stands now.

import { decimal } from "../../../format/decimal.ts";
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

/** The digits as they were typed; one of both. */
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

/** Those of one market. */
export function cancellingMarket(session: AccountSession, symbol: string): Act {
  const cancel = async () => {
    await session.client.orders.cancelOrders({ symbol });
    return text.acts.cancelledMarket(marketName(symbol));
  };
  // Cancelling twice cancels nothing more than once, so it is not asked for but done again.
  return { text: text.orders.cancelMarket(marketName(symbol)), send: cancel, find: cancel };
}
