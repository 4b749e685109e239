// How the orders of plans reach the venue, and what it knows of them.

import { ApiError, type Client } from "@evermark/client";
import type { Order } from "../asking/answers.ts";
import type { OrderBody } from "../orders/order-request.ts";

/** Each throws {ApiError} where the venue refuses, {NotSent} where nothing happened, {AnswerLost} where that is not known. */
export interface PlanLine {
  /** @returns null when the venue knows no order of this name */
  find(name: string): Promise<Order | null>;
  /** One by itself, or several at once, of which some may be placed when one is refused. */
  place(bodies: readonly OrderBody[]): Promise<void>;
  /** @returns whether it was open */
  amend(order: AmendedOrder): Promise<boolean>;
  /** An order that is over already is cancelled. */
  cancel(symbol: string, orderId: number): Promise<void>;
}

export interface AmendedOrder {
  readonly symbol: string;
  readonly side: "BUY" | "SELL";
  readonly orderId: number;
  readonly price: string;
}

/** What the venue says of something that it does not know, or that is over. */
const NOT_FOUND = -1006;

export function planLineOf({ orders }: Client): PlanLine {
  return {
    find: (client_order_id) => orNull(orders.getOrderByClientId({ client_order_id })),
    async place(bodies) {
      const [only, ...others] = bodies;
      if (only !== undefined && others.length === 0) return void (await orders.placeOrder(only));
      const { rows } = await orders.placeBatch({ orders: [...bodies] });
      // A batch says of a refusal only its message: sent again, the order gets the same one with its figures.
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
