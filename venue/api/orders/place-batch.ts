// Batches: up to ten orders placed or cancelled in one request. The items of a batch reach the sequencer in one turn of
// the event loop, so that nothing comes between them, and each has its own outcome. Rules 2.10, errors 8.4.

import type { Unstamped } from "@evermark/core";
import type { PlaceOrder } from "@evermark/engine";
import type { DataOf } from "@evermark/interface/rows/endpoint.ts";
import { BATCH_MAX, batchItem, type OrderBody, orders } from "@evermark/interface/trading/orders.ts";
import { Validator } from "../../http/input/validation.ts";
import { type Binding, bind, type Submitting } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { ApiError, invalid, isOverLimit, refusalOf } from "../../wire/api-error.ts";
import { marketOf } from "../named/named-market.ts";
import { findBlocked, findLate } from "./place-order.ts";
import { readPlacement, wellFormed } from "./place-order-body.ts";

type BatchRow = DataOf<typeof orders.placeBatch>["rows"][number];
type Item = Readonly<Record<string, unknown>>;

const itemValidator = new Validator(batchItem);

const placeBatch: Binding = bind(orders.placeBatch, async (context) => {
  const { venue, caller, body } = context;
  const late = findLate(venue, caller, context.request);
  const readings = body.orders.map((item) => ({ item, reading: readItem(venue, caller.account, item) }));
  if (late !== null && !readings.some(({ reading }) => isRepeated(venue, reading))) throw late;
  context.countAlso(orders.placeOrder, body.orders.length);
  const outcomes = readings.map(({ item, reading }) =>
    placeItem(context, { account: caller.account, item, reading, late }),
  );
  return { rows: await Promise.all(outcomes) };
});

/** The order that an item describes, or the error why it describes none. */
type Reading = PlaceOrder | ApiError;

interface Placing {
  readonly account: number;
  readonly item: Item;
  readonly reading: Reading;
  /** Why no new order may be placed any more; null when one may. */
  readonly late: ApiError | null;
}

// Runs up to its submission before the next item starts, because an async function runs synchronously until it first waits.
async function placeItem(context: Submitting, placing: Placing): Promise<BatchRow> {
  const echo = echoOf(placing.item);
  try {
    const placed = await context.attempt(itemPlacement(context.venue, placing));
    if (placed.rejection !== null) throw refusalOf(placed.rejection);
    return { order_id: placed.orderId, ...echo };
  } catch (error) {
    // A rate limit refuses the batch, not one of its orders.
    if (!(error instanceof ApiError) || isOverLimit(error)) throw error;
    return { ...echo, error_message: error.message };
  }
}

function itemPlacement(venue: Venue, { account, item, reading, late }: Placing): Unstamped {
  if (isRepeated(venue, reading)) return reading;
  const refused = late ?? findBlocked(venue, account, item.symbol);
  if (refused !== null) throw refused;
  if (reading instanceof ApiError) throw reading;
  return wellFormed(reading);
}

function readItem(venue: Venue, account: number, item: Item): Reading {
  try {
    // The items' schema leaves out `reduce_only`, but the value must not be lost.
    const body = { ...itemValidator.validate(item), reduce_only: item.reduce_only === true } as OrderBody;
    return readPlacement(body, { account, market: marketOf(venue, body.symbol), inBatch: true });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function isRepeated(venue: Venue, reading: Reading): reading is PlaceOrder {
  return !(reading instanceof ApiError) && venue.engine.isRepeated(reading);
}

// The item's own members, as far as they can be shown: a malformed item gets a row too.
function echoOf(item: Item): BatchRow {
  return {
    client_order_id: typeof item.client_order_id === "string" ? item.client_order_id : null,
    order_type: typeof item.order_type === "string" ? item.order_type : "",
    order_price: shownNumber(item.order_price),
    order_quantity: shownNumber(item.order_quantity),
  };
}

function shownNumber(value: unknown): number | null {
  if (typeof value !== "number" && typeof value !== "string") return null;
  const n = Number(value);
  return Number.isFinite(n) ? n : null;
}

const cancelBatch: Binding = bind(orders.cancelBatch, (context) =>
  cancelEach(
    context,
    idsOf(context.query.order_ids).map((id) => ({
      account: context.caller.account,
      orderId: orderIdOf(id),
      clientOrderId: "",
    })),
  ),
);

const cancelBatchByClientId: Binding = bind(orders.cancelBatchByClientId, (context) =>
  cancelEach(
    context,
    idsOf(context.query.client_order_ids).map((id) => ({
      account: context.caller.account,
      orderId: 0,
      clientOrderId: id,
    })),
  ),
);

interface OrderReference {
  readonly account: number;
  readonly orderId: number;
  readonly clientOrderId: string;
}

/** Skips ids that name no open order. @throws {ApiError} -1005 when none does */
async function cancelEach(context: Submitting, named: readonly OrderReference[]) {
  const outcomes = named
    // No order has the id 0 or "": these stand for text that was no id.
    .filter((order) => order.orderId !== 0 || order.clientOrderId !== "")
    .map((order) => context.attempt({ type: "cancel_order", market: -1, ...order }));
  const answers = await Promise.all(outcomes);
  if (answers.every((answer) => answer.rejection !== null)) throw noneValid();
  return { status: "CANCEL_ALL_SENT" as const };
}

function idsOf(list: string): string[] {
  const ids = list.split(",").map((id) => id.trim());
  if (list === "" || ids.length > BATCH_MAX) throw noneValid();
  return ids;
}

const orderIdOf = (text: string): number => (/^[0-9]{1,15}$/.test(text) ? Number(text) : 0);

const noneValid = () => invalid("invalid order_id", { ids_max: BATCH_MAX });

export const batchBindings: readonly Binding[] = [placeBatch, cancelBatch, cancelBatchByClientId];
