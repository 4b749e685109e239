// Turns the body of a placement into the engine's command: puts its numbers on the engine's scales, and checks what
// only the body can show, such as a price of 0 as opposed to none. Which members an order type requires and excludes is
// one rule of the engine's; it is applied here, so that a malformed order takes no place in the journal. Filters,
// margin and everything else that needs the market's state are checked later. Rules 1.3 (5) and 2.1, errors 8.3.

import type { Unstamped } from "@evermark/core";
import { checkFields, micros, millis, type PlaceOrder, priceE8, quantityE8 } from "@evermark/engine";
import type { OrderBody } from "@evermark/interface/trading/orders.ts";
import { readDecimal, readPositive } from "../../http/input/read-number.ts";
import { invalid, refusalOf } from "../../wire/api-error.ts";
import { MONEY_DECIMALS } from "../../wire/decimals.ts";

/** The values in commands that mean an absent member. */
const ABSENT = 0;
const NOT_GIVEN = -1;
/** The sequencer stamps the time. */
const UNSTAMPED = millis(0);

interface Target {
  readonly account: number;
  readonly market: number;
  readonly inBatch: boolean;
}

/**
 * @param body already accepted by the endpoint's schema
 * @throws {ApiError} -1005 with the member and what was expected; -1012 for what the venue does not offer
 */
export function placementOf(body: OrderBody, target: Target): Unstamped<PlaceOrder> {
  return wellFormed(readPlacement(body, target));
}

/** @throws {ApiError} as `placementOf`, for members that do not go together */
export function wellFormed(placement: PlaceOrder): Unstamped<PlaceOrder> {
  const malformed = checkFields(placement);
  if (malformed !== null) throw refusalOf(malformed);
  return placement;
}

/** Only converts, without checking the order type's members. @throws {ApiError} -1005 for a member that is not a valid number */
export function readPlacement(body: OrderBody, target: Target): PlaceOrder {
  return {
    type: "place_order",
    at: UNSTAMPED,
    account: target.account,
    market: target.market,
    side: body.side,
    orderType: body.order_type,
    price: priceE8(positive("order_price", body.order_price)),
    quantity: quantityE8(positive("order_quantity", body.order_quantity)),
    amount: micros(positive("order_amount", body.order_amount, MONEY_DECIMALS)),
    visible: quantityE8(visibleOf(body)),
    reduceOnly: body.reduce_only === true,
    clientOrderId: body.client_order_id ?? "",
    slippage: positive("slippage", body.slippage),
    level: body.level ?? NOT_GIVEN,
    postOnlyAdjust: body.post_only_adjust === true,
    tag: body.order_tag ?? "",
    marginMode: body.margin_mode ?? "",
    inBatch: target.inBatch,
  };
}

function positive(name: string, value: unknown, places?: number): number {
  return value === undefined ? ABSENT : readPositive(name, value, places);
}

// 0 means a fully hidden order, so an absent member is marked by a negative value, which a caller must not be able to send.
function visibleOf(body: OrderBody): number {
  if (body.visible_quantity === undefined) return NOT_GIVEN;
  const visible = readDecimal("visible_quantity", body.visible_quantity);
  if (visible < 0) {
    throw invalid("visible_quantity must not be negative", { visible_quantity: String(body.visible_quantity) });
  }
  return visible;
}
