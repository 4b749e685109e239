// Orders and fills: placing, amending, cancelling, batches, the dead-man switch, and reading orders and fills.
// Interface 4.4, rules 2.

import Type, { type Static } from "typebox";
import { endpoint, perUser, stated } from "../rows/endpoint.ts";
import { ORDER_TERMS } from "../rows/endpoint-errors.ts";
import {
  decimal,
  decimalThatIs,
  id,
  marginMode,
  ORDER_SORTS,
  ORDER_TYPES,
  orderStatus,
  orderType,
  orNull,
  paged,
  paging,
  rows,
  STATUS_FILTERS,
  side,
  span,
  symbol,
  time,
} from "../rows/shapes.ts";
import { orderPreview } from "./order-preview.ts";

/** The form of a `client_order_id`, of ordinary and of algo orders. Rules 2.1. */
export const CLIENT_ORDER_ID = "^[A-Za-z0-9_][A-Za-z0-9_-]{0,35}$";
export const BATCH_MAX = 10;

const idList = Type.String({ description: "1 to 10 ids separated by commas", emptyIsBlank: false });

export const clientOrderId = Type.String({
  pattern: CLIENT_ORDER_ID,
  description: "the client's own id, never reused: sending the same placement again returns the first answer",
});

const placement = {
  symbol,
  side,
  order_type: orderType,
  order_price: Type.Optional(decimalThatIs("limit price in USDC; for LIMIT, IOC, FOK and POST_ONLY")),
  order_quantity: Type.Optional(decimalThatIs("in base currency; either this or order_amount")),
  order_amount: Type.Optional(decimalThatIs("value in USDC; for MARKET, ASK and BID")),
  client_order_id: Type.Optional(clientOrderId),
  visible_quantity: Type.Optional(
    decimalThatIs("maximum quantity that the book shows; 0 hides the order; by default all of it is shown"),
  ),
  order_tag: Type.Optional(
    Type.String({ maxLength: 128, description: "the client's own note; returned with the order and its reports" }),
  ),
  margin_mode: Type.Optional(marginMode),
  slippage: Type.Optional(
    decimalThatIs("for MARKET: how far beyond the best price it may fill, as a fraction up to 1"),
  ),
  level: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 4, description: "for ASK and BID: level of the book; 0 is the best" }),
  ),
  post_only_adjust: Type.Optional(
    Type.Boolean({
      description: "for POST_ONLY: move the price to one tick from the other side instead of cancelling the order",
    }),
  ),
};

/** The body of `POST /v1/order`. */
const orderBody = Type.Object({
  ...placement,
  reduce_only: Type.Optional(
    Type.Boolean({ default: false, description: "whether the order may only reduce a position" }),
  ),
});
export type OrderBody = Static<typeof orderBody>;

/** An item of a batch: an order that is not reduce-only. */
export const batchItem = Type.Object(placement);

/** An order as lists and lookups show it. */
export const order = Type.Object({
  order_id: Type.Integer({ description: "number of the order, given by the venue" }),
  user_id: Type.Integer({ description: "number of the account" }),
  symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
  side,
  type: Type.Enum([...ORDER_TYPES, "LIQUIDATE"], { description: "type of the order" }),
  price: orNull(Type.Number({ description: "limit price in USDC; null for an order without one" })),
  quantity: Type.Number({ description: "total quantity, in base currency" }),
  amount: orNull(Type.Number({ description: "total value in USDC of an order placed by value; otherwise null" })),
  status: orderStatus,
  executed_quantity: Type.Number({ description: "quantity of the fills so far" }),
  total_executed_quantity: Type.Number({ description: "the same as executed_quantity" }),
  executed: Type.Number({ description: "the same as executed_quantity" }),
  visible_quantity: Type.Number({ description: "maximum quantity that the book shows, in base currency" }),
  visible: Type.Number({ description: "the same as visible_quantity" }),
  average_executed_price: orNull(
    Type.Number({ description: "average price of the fills so far, in USDC; 0 before the first" }),
  ),
  total_fee: Type.Number({ description: "fees of the fills so far, in fee_asset" }),
  fee_asset: Type.String({ description: "always USDC" }),
  client_order_id: orNull(Type.String({ description: "the client's own name for the order" })),
  order_tag: orNull(Type.String()),
  reduce_only: orNull(Type.Boolean()),
  margin_mode: marginMode,
  realized_pnl: Type.Number({ description: "profit of the positions that the order closed, without fees, in USDC" }),
  created_time: time,
  updated_time: time,
});

/** One account's side of a match. `fee` includes the fee tag's part, which `order_enum_fee` shows separately. */
export const trade = Type.Object({
  id: Type.Integer({ description: "this fill; the other side of the match has another id" }),
  symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
  order_id: Type.Integer({ description: "the order that was filled" }),
  side,
  executed_price: Type.Number({ description: "in USDC" }),
  executed_quantity: Type.Number({ description: "in base currency" }),
  executed_timestamp: time,
  is_maker: Type.Integer({ description: "1 for the maker, 0 for the taker" }),
  fee: Type.Number({ description: "in fee_asset" }),
  fee_asset: Type.String({ description: "always USDC" }),
  order_enum_fee: orNull(Type.Number()),
  order_enum_fee_rate: orNull(Type.Number()),
  realized_pnl: Type.Number({ description: "profit of the position that the fill closed, without fees, in USDC" }),
  match_id: Type.Integer({ description: "shared by both sides of the match" }),
  margin_token: Type.String(),
  margin_change_qty: Type.Number(),
  margin_mode: marginMode,
});

/** One item of a batch; `error_message` replaces `order_id` when the item was refused. */
export const createdOrder = Type.Object({
  order_id: Type.Optional(Type.Integer()),
  client_order_id: orNull(Type.String()),
  order_type: Type.String(),
  order_price: orNull(Type.Number()),
  order_quantity: orNull(Type.Number()),
  error_message: Type.Optional(Type.String({ description: "why the item was refused" })),
});

export const orders = {
  placeOrder: endpoint({
    method: "POST",
    path: "/v1/order",
    summary: "Place one order",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    body: orderBody,
    data: Type.Object({
      order_id: Type.Integer(),
      client_order_id: orNull(Type.String()),
      symbol: Type.String(),
      // The order's status after matching.
      status: orderStatus,
      order_type: Type.Optional(Type.String()),
      order_price: Type.Optional(orNull(Type.Number())),
      order_quantity: Type.Optional(orNull(Type.Number())),
      error_message: Type.Optional(Type.String()),
    }),
    errors: ["duplicate", ...ORDER_TERMS],
    source: "interface 4.4, rules 2, errors 8.3",
  }),
  preview: endpoint({
    method: "POST",
    path: "/v1/order/preview",
    summary:
      "What would happen to an order if it were placed now, judging by the public book: fills, fees, margin, liquidation price; nothing changes. Counts as one request, plus one for every 20 orders and prices that it meets",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(100),
    body: orderBody,
    data: orderPreview,
    source: "an addition of this venue; rules 2, 4.2, 5",
  }),
  amendOrder: endpoint({
    method: "PUT",
    path: "/v1/order",
    summary: "Change the price or the total quantity of an open order",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    body: Type.Object(
      {
        order_id: id,
        symbol,
        side,
        order_type: orderType,
        order_price: Type.Optional(decimal),
        order_quantity: Type.Optional(decimal),
      },
      // No other member of an order can be changed.
      { additionalProperties: false },
    ),
    data: Type.Object({ status: Type.Enum(["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED"]) }),
    errors: ["not_found", "cannot_change_order", ...ORDER_TERMS],
    source: "interface 4.4, rules 2.9, errors 8.4",
  }),
  cancelOrder: endpoint({
    method: "DELETE",
    path: "/v1/order",
    summary: "Cancel one open order",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    query: Type.Object({ symbol, order_id: id }),
    data: Type.Object({ order_id: Type.Integer(), status: Type.Literal("CANCELLED") }),
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.4, rules 2.10",
  }),
  cancelOrders: endpoint({
    method: "DELETE",
    path: "/v1/orders",
    summary: "Cancel every open order, or the orders of one symbol",
    auth: "signed",
    scopes: ["trading"],
    limit: stated(perUser(10)),
    query: Type.Object({ symbol: Type.Optional(symbol) }),
    data: Type.Object({ status: Type.Literal("CANCEL_ALL_SENT") }),
    errors: ["core_unavailable"],
    source: "interface 4.4, rules 2.10",
  }),
  getOrders: endpoint({
    method: "GET",
    path: "/v1/orders",
    summary: "Orders of the account, newest first unless `sort_by` says otherwise",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(100),
    query: Type.Object({
      symbol: Type.Optional(symbol),
      side: Type.Optional(side),
      order_type: Type.Optional(orderType),
      status: Type.Optional(Type.Enum([...STATUS_FILTERS])),
      order_tag: Type.Optional(Type.String()),
      ...span,
      ...paging,
      sort_by: Type.Optional(Type.Enum([...ORDER_SORTS])),
    }),
    data: paged(order),
    errors: ["core_unavailable"],
    source: "interface 4.4, rules 2.7",
  }),
  getOrder: endpoint({
    method: "GET",
    path: "/v1/order/{order_id}",
    summary: "One order in any status",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(100),
    params: Type.Object({ order_id: id }),
    data: order,
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.4",
  }),
  getTrades: endpoint({
    method: "GET",
    path: "/v1/trades",
    summary: "The latest 500 fills of the account, newest first",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(100),
    query: Type.Object({ symbol: Type.Optional(symbol), ...span, ...paging }),
    data: paged(trade),
    errors: ["core_unavailable"],
    source: "interface 4.4",
  }),
  getTrade: endpoint({
    method: "GET",
    path: "/v1/trade/{trade_id}",
    summary: "One fill",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(100),
    params: Type.Object({ trade_id: id }),
    data: trade,
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.10, errors 8.4",
  }),
  getOrderTrades: endpoint({
    method: "GET",
    path: "/v1/order/{order_id}/trades",
    summary: "Every fill of one order, newest first",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(100),
    params: Type.Object({ order_id: id }),
    data: rows(trade),
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.10",
  }),
  getOrderByClientId: endpoint({
    method: "GET",
    path: "/v1/client/order/{client_order_id}",
    summary: "The order with a given client order id",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(100),
    params: Type.Object({ client_order_id: clientOrderId }),
    data: order,
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.10",
  }),
  cancelOrderByClientId: endpoint({
    method: "DELETE",
    path: "/v1/client/order",
    summary: "Cancel the open order with a given client order id",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    query: Type.Object({ symbol, client_order_id: Type.String({ minLength: 1 }) }),
    data: Type.Object({ status: Type.Literal("CANCEL_SENT") }),
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.10, rules 2.10",
  }),
  placeBatch: endpoint({
    method: "POST",
    path: "/v1/batch-order",
    summary: "Place up to ten orders, one after another; each has its own outcome",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    body: Type.Object({
      // An item that does not match `batchItem` fails on its own, so the list as a whole requires only objects.
      orders: Type.Array(
        Type.Unsafe<Static<typeof batchItem>>({
          type: "object",
          description: "as for POST /v1/order, without reduce_only",
        }),
        { minItems: 1, maxItems: BATCH_MAX },
      ),
    }),
    bodyBytes: 16_384,
    data: rows(createdOrder),
    errors: ["refused"],
    source: "interface 4.10, rules 2.10",
  }),
  cancelBatch: endpoint({
    method: "DELETE",
    path: "/v1/batch-order",
    summary: "Cancel up to ten orders by id; ids of orders that are not open are skipped",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    query: Type.Object({ order_ids: idList }),
    data: Type.Object({ status: Type.Literal("CANCEL_ALL_SENT") }),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 2.10, errors 8.4",
  }),
  cancelBatchByClientId: endpoint({
    method: "DELETE",
    path: "/v1/client/batch-order",
    summary: "Cancel up to ten orders by client order id; ids of orders that are not open are skipped",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    query: Type.Object({ client_order_ids: idList }),
    data: Type.Object({ status: Type.Literal("CANCEL_ALL_SENT") }),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 2.10, errors 8.4",
  }),
  cancelAllAfter: endpoint({
    method: "POST",
    path: "/v1/order/cancel_all_after",
    summary: "Arm, re-arm (5,000 to 900,000 ms) or disarm (0) the dead-man switch that cancels all orders",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    body: Type.Object({
      // Values in the gap between 0 and 5,000 are refused separately.
      trigger_after: Type.Integer({ minimum: 0, maximum: 900_000 }),
    }),
    data: Type.Object({ expected_trigger_time: Type.Integer() }),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 2.10, errors 8.4",
  }),
};
