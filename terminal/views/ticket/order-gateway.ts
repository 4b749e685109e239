// Sends orders to the venue: over the private stream while it is live, which saves a signature and a request, otherwise over
// REST. Algo orders always use REST.

import { ApiError, type Client, NotSent } from "@evermark/client";
import type { OrderGateway, Placed } from "./order-sender.ts";
import type { AlgoBody, OrderBody, TicketRequest } from "./request.ts";

/** The venue's code for an order that it does not know. */
const NOT_FOUND = -1006;

export function orderLineOf(client: Client): OrderGateway {
  return {
    place: (request) => (request.to === "order" ? placeOrder(client, request.body) : placeAlgo(client, request.body)),
    find: async (request) => {
      try {
        return await findOrder(client, request);
      } catch (error) {
        if (error instanceof ApiError && error.code === NOT_FOUND) return null;
        throw error;
      }
    },
  };
}

async function placeOrder({ streams, orders }: Client, body: OrderBody): Promise<Placed> {
  if (streams.private.state === "live") {
    try {
      return placedBy(await streams.orders.place(body));
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
    }
  }
  return placedBy(await orders.placeOrder(body));
}

const placedBy = ({ order_id, status }: { readonly order_id: number; readonly status: string }): Placed => {
  return { orderId: order_id, status };
};

async function placeAlgo({ algo }: Client, body: AlgoBody): Promise<Placed> {
  const { order_id } = await algo.placeAlgoOrder(body);
  return { orderId: order_id, status: "WAITS" };
}

async function findOrder({ orders, algo }: Client, { to, body }: TicketRequest): Promise<Placed> {
  const client_order_id = body.client_order_id!;
  if (to === "algo") {
    const { algo_order_id } = await algo.getAlgoOrderByClientId({ client_order_id });
    return { orderId: algo_order_id, status: "WAITS" };
  }
  const order = await orders.getOrderByClientId({ client_order_id });
  // The venue keeps a refused order under its name: sent again, it is refused again, with the reason.
  return placedBy(order.status === "REJECTED" ? await orders.placeOrder(body) : order);
}
