// A placement sent again already has its answer, which takes precedence over everything else: over changes to its
// market, the venue or the account since, and over its lateness. The engine knows which placements are repeated; the
// edge asks it before refusing a placement that the engine has not seen. Rules 1.3, 2.11.

import { algo } from "@evermark/interface/trading/algo-orders.ts";
import { orders } from "@evermark/interface/trading/orders.ts";
import { Validator } from "../../http/input/validation.ts";
import type { Venue } from "../../venue.ts";
import { ApiError } from "../../wire/api-error.ts";
import { marketOf } from "../named/named-market.ts";
import { algoPlacementOf } from "./algo-order-body.ts";
import { readPlacement } from "./place-order-body.ts";

/** The body as it was sent, before validation. */
type RawBody = Readonly<Record<string, unknown>>;
type IsRepeated = (venue: Venue, account: number, body: RawBody) => boolean;

const orderBody = new Validator(orders.placeOrder.body);
const algoBody = new Validator(algo.placeAlgoOrder.body);

export const isRepeatedOrder: IsRepeated = (venue, account, body) =>
  isNamed(body) &&
  isRight(() => {
    const order = orderBody.validate(body) as Parameters<typeof readPlacement>[0];
    const market = marketOf(venue, order.symbol);
    return venue.engine.isRepeated(readPlacement(order, { account, market, inBatch: false }));
  });

export const isRepeatedAlgoOrder: IsRepeated = (venue, account, body) =>
  isNamed(body) &&
  isRight(() => {
    const order = algoBody.validate(body) as Parameters<typeof algoPlacementOf>[0];
    const market = marketOf(venue, order.symbol);
    return venue.engine.algoOrders.isRepeated(algoPlacementOf(order, { account, market }));
  });

function isNamed(body: RawBody): boolean {
  return typeof body.client_order_id === "string" && body.client_order_id !== "";
}

/** False when the body is malformed: such a body was never placed. */
function isRight(ask: () => boolean): boolean {
  try {
    return ask();
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
