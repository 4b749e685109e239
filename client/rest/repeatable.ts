// Decides which calls may be sent again when an answer is lost: reads; placements that carry a `client_order_id`, because
// the venue answers the same id and body with its first answer and places nothing (rules 2.11); and calls that move funds,
// byte for byte as signed, because the venue carries out one signed request once.

import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { orders } from "@evermark/interface/trading/orders.ts";
import type { CallInput, JsonSchema } from "./request-text.ts";

interface Placement {
  readonly client_order_id?: unknown;
}

/** Adds a `client_order_id` to placements without one, single or in a batch; other calls are unchanged. */
export function withClientOrderIds(row: EndpointRow, input: CallInput): CallInput {
  const { body } = input;
  if (body === undefined) return input;
  if (placesOne(row)) return { ...input, body: named(body) };
  if (placesMany(row)) return { ...input, body: { ...body, orders: itemsOf(body).map(named) } };
  return input;
}

/** How a call may be sent again: "anew", signed for the current time; "as sent", byte for byte; or "never". */
export type Repeats = "anew" | "as sent" | "never";

export function repeatsOf(row: EndpointRow, input: CallInput): Repeats {
  // A row with `kinds` (the public query) only reads.
  if (row.method === "GET" || row.kinds !== undefined || isNamedPlacement(row, input)) return "anew";
  return row.once === true ? "as sent" : "never";
}

export function isNamedPlacement(row: EndpointRow, { body }: CallInput): boolean {
  if (body === undefined) return false;
  if (placesOne(row)) return isNamed(body);
  return placesMany(row) && itemsOf(body).every(isNamed);
}

function placesOne(row: EndpointRow): boolean {
  const schema = row.body as JsonSchema | undefined;
  return row.method === "POST" && schema?.properties?.client_order_id !== undefined;
}

function placesMany(row: EndpointRow): boolean {
  return row.path === orders.placeBatch.path && row.method === orders.placeBatch.method;
}

function itemsOf(batch: { readonly orders?: unknown }): Placement[] {
  return Array.isArray(batch.orders) ? batch.orders : [];
}

function isNamed(order: Placement): boolean {
  return typeof order.client_order_id === "string";
}

function named<Order extends Placement>(order: Order) {
  return isNamed(order) ? order : { ...order, client_order_id: newClientOrderId() };
}

/** 24 random characters of the ids' alphabet, which is 120 bits: ids of two clients of one account never collide. */
export function newClientOrderId(): string {
  const alphabet = "0123456789abcdefghijklmnopqrstuv";
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => alphabet[byte % alphabet.length]).join("");
}
