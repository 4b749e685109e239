// The operations by which a plan places, changes and looks up its orders at the venue.

import { ApiError, type Client } from "@evermark/client";
import type { Order } from "../asking/answers.ts";
import type { OrderBody } from "../orders/order-body.ts";

/**
 * Each throws {ApiError} when the venue refuses, {NotSent} when nothing happened, {AnswerLost} when the outcome is unknown.
 */
export interface PlanGateway {
  /** @returns null when the venue knows no order with this name */
  find(name: string): Promise<Order | null>;
  /** Places one order, or several as a batch, of which some may be placed when another is refused. */
  place(bodies: readonly OrderBody[]): Promise<void>;
  /** @returns whether the order was still open */
  amend(order: AmendedOrder): Promise<boolean>;
  /** Cancels an order; does nothing if it has already ended. */
  cancel(symbol: string, orderId: number): Promise<void>;
}

export interface AmendedOrder {
  readonly symbol: string;
  readonly side: "BUY" | "SELL";
  readonly orderId: number;
  readonly price: string;
}

/** The venue's code for an order that it does not know, or that has ended. */
const NOT_FOUND = -1006;

export function planLineOf({ orders }: Client): PlanGateway {
  return {
    find: (client_order_id) => orNull(orders.getOrderByClientId({ client_order_id })),
    async place(bodies) {
      const [only, ...others] = bodies;
      if (only !== undefined && others.length === 0) return void (await orders.placeOrder(only));
      const { rows } = await orders.placeBatch({ orders: [...bodies] });
      // A batch reports only the message of a refusal: sent again alone, the order is refused with code and figures as well.
      for (const [at, { error_message }] of rows.entries()) {
        if (error_message !== undefined) await orders.placeOrder(bodies[at]!);
      }
    },
    async amend({ symbol, side, orderId, price }) {
      const amended = { symbol, side, order_id: orderId, order_type: "POST_ONLY", order_price: price } as const;
      return (await orNull(orders.amendOrder(amended))) !== null;
    },
    async cancel(symbol, order_id) {
      await orNull(orders.cancelOrder({ symbol, order_id }));
    },
  };
}

async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.code === NOT_FOUND) return null;
    throw error;
  }
}
