// Order entry over the private stream, an addition to the interface: `{"id": …, "event": "request", "params": {"type": …,
// …}}`. Each type is an endpoint under another name. The endpoint's row defines everything: the members of `params` beside
// `type` (the body, or the query of a DELETE), the scope, the limit (both share one bucket), the data and the refusals.

import type { Static, TSchema } from "typebox";
import Type from "typebox";
import type { BodyOf, DataOf, EndpointRow, QueryOf } from "../rows/endpoint.ts";
import { errorsOf } from "../rows/endpoint-errors.ts";
import type { ErrorName } from "../rows/errors.ts";
import { orders } from "../trading/orders.ts";

/** An endpoint that can be requested over a stream: signed, without path parameters, and answered by `data` alone. */
interface Bindable extends EndpointRow {
  readonly auth: "signed";
  readonly params?: never;
  readonly beside?: never;
  readonly mainAccountOnly?: never;
  readonly brokerAdmin?: never;
  readonly sandboxOnly?: never;
}

interface OrderRequestRow {
  readonly endpoint: Bindable;
}

export const orderRequests = {
  "order.place": { endpoint: orders.placeOrder },
  "order.amend": { endpoint: orders.amendOrder },
  "order.cancel": { endpoint: orders.cancelOrder },
  "order.cancel_all": { endpoint: orders.cancelOrders },
  "order.batch": { endpoint: orders.placeBatch },
} as const satisfies Readonly<Record<string, OrderRequestRow>>;

export type OrderRequestType = keyof typeof orderRequests;
type EndpointOf<T extends OrderRequestType> = (typeof orderRequests)[T]["endpoint"];
/** The members of `params` beside `type`. */
export type OrderRequestParams<T extends OrderRequestType> = QueryOf<EndpointOf<T>> & BodyOf<EndpointOf<T>>;
export type OrderRequestData<T extends OrderRequestType> = DataOf<EndpointOf<T>>;

/** The schema of the members of `params` beside `type`; each of these endpoints has some. */
export function orderRequestParams({ endpoint }: OrderRequestRow): TSchema {
  return (endpoint.body ?? endpoint.query)!;
}

/**
 * Refusals of headers, which a request over a connection does not have. It has no window to arrive in either, and no
 * signature that could come again.
 */
const OF_HTTP: readonly ErrorName[] = ["invalid_credentials", "content_type_not_supported"];

/** Every refusal of a request that has a code. */
export function errorsOfRequest(type: OrderRequestType): readonly ErrorName[] {
  const { endpoint }: OrderRequestRow = orderRequests[type];
  const named = new Set(endpoint.errors);
  return errorsOf(endpoint).filter((name) => {
    if (name === "duplicate") return named.has(name);
    // Each order of a batch is refused on its own.
    if (name === "refused") return type !== "order.batch";
    return !OF_HTTP.includes(name);
  });
}

/** The parameters of the private stream's URL beside the credentials. */
export const privateStreamOptions = Type.Object({
  cancel_on_disconnect: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "cancel the orders that were placed over this connection and are still open when it ends, for any reason",
    }),
  ),
});
export type PrivateStreamOptions = Static<typeof privateStreamOptions>;
