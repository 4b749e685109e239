// From the body of a placement to the engine's command: its numbers on the engine's scales, and what only the body can
// show, such as a price of 0 or no price. Which members an order type asks for and which it excludes is one rule, the
// engine's; it is asked here, so that a malformed order takes no place in the journal. Filters, margin and everything
// else that needs the market's state come later. Rules 1.3 (5) and 2.1, errors 8.3.

import type { Unstamped } from "@evermark/core";
import { checkFields, micros, millis, type PlaceOrder, priceE8, quantityE8 } from "@evermark/engine";
import type { OrderBody } from "@evermark/interface/trading/orders.ts";
import { readDecimal, readPositive } from "../../http/input/read-number.ts";
import { invalid, refusalOf } from "../../wire/api-error.ts";
import { MONEY_DECIMALS } from "../../wire/decimals.ts";

/** What the commands have in place of an absent member. */
const ABSENT = 0;
const NOT_GIVEN = -1;
/** The sequencer writes the time. */
const UNSTAMPED = millis(0);

interface Target {
  readonly account: number;
  readonly market: number;
  readonly inBatch: boolean;
}

/**
 * @param body what the row's schema let through
 * @throws {ApiError} -1005 with the member and what was expected; -1012 for what the venue does not offer
 */
export function placementOf(body: OrderBody, target: Target): Unstamped<PlaceOrder> {
  return wellFormed(readPlacement(body, target));
}

/** @throws {ApiError} the same, for members that do not go together */
export function wellFormed(placement: PlaceOrder): Unstamped<PlaceOrder> {
  const malformed = checkFields(placement);
  if (malformed !== null) throw refusalOf(malformed);
  return placement;
}

/** Only reads. @throws {ApiError} -1005 for a member that is no such number */
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

// 0 is a fully hidden order here, so what stands for an absent member is below it, and a caller must not reach that.
function visibleOf(body: OrderBody): number {
  if (body.visible_quantity === undefined) return NOT_GIVEN;
  const visible = readDecimal("visible_quantity", body.visible_quantity);
  if (visible < 0) {
    throw invalid("visible_quantity must not be negative", { visible_quantity: String(body.visible_quantity) });
  }
  return visible;
}
