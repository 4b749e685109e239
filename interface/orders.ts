// Orders and fills: placing, amending, cancelling, batches, the dead-man switch, and reading what became of them.
// Interface 4.4, rules 2.

import Type, { type Static } from "typebox";
import { endpoint, perUser, stated } from "./endpoint.ts";
import {
  decimal,
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
} from "./shapes.ts";

/** Also the place where a placement's `client_order_id` is checked. Rules 2.1. */
export const CLIENT_ORDER_ID = "^[A-Za-z0-9_][A-Za-z0-9_-]{0,35}$";
export const BATCH_MAX = 10;

const idList = Type.String({ description: "1 to 10 ids joined by commas", emptyIsBlank: false });

const clientOrderId = Type.String({
  pattern: CLIENT_ORDER_ID,
  description: "names the order for good: the same placement again gets the first answer",
});

const placement = {
  symbol,
  side,
  order_type: orderType,
  order_price: Type.Optional(decimal),
  order_quantity: Type.Optional(decimal),
  order_amount: Type.Optional(decimal),
  client_order_id: Type.Optional(clientOrderId),
  visible_quantity: Type.Optional(decimal),
  order_tag: Type.Optional(Type.String({ maxLength: 128 })),
  margin_mode: Type.Optional(marginMode),
  slippage: Type.Optional(decimal),
  level: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
  post_only_adjust: Type.Optional(Type.Boolean()),
};

/** What `POST /v1/order` takes. */
export const orderBody = Type.Object({ ...placement, reduce_only: Type.Optional(Type.Boolean({ default: false })) });
export type OrderBody = Static<typeof orderBody>;

/** What an item of a batch takes: an order that is not reduce-only. */
export const batchItem = Type.Object(placement);

/** An order as lists and lookups show it. */
export const order = Type.Object({
  order_id: Type.Integer(),
  user_id: Type.Integer(),
  symbol: Type.String(),
  side,
  type: Type.Enum([...ORDER_TYPES, "LIQUIDATE"]),
  price: orNull(Type.Number()),
  quantity: Type.Number(),
  amount: orNull(Type.Number()),
  status: orderStatus,
  executed_quantity: Type.Number(),
  total_executed_quantity: Type.Number(),
  executed: Type.Number(),
  visible_quantity: Type.Number(),
  visible: Type.Number(),
  average_executed_price: orNull(Type.Number()),
  total_fee: Type.Number(),
  fee_asset: Type.String(),
  client_order_id: orNull(Type.String()),
  order_tag: orNull(Type.String()),
  reduce_only: orNull(Type.Boolean()),
  margin_mode: marginMode,
  realized_pnl: Type.Number(),
  created_time: time,
  updated_time: time,
});

/** One account's side of a match. `fee` contains the fee tag's part, which `order_enum_fee` shows apart. */
export const trade = Type.Object({
  id: Type.Integer(),
  symbol: Type.String(),
  order_id: Type.Integer(),
  side,
  executed_price: Type.Number(),
  executed_quantity: Type.Number(),
  executed_timestamp: time,
  is_maker: Type.Integer({ description: "1 for the maker, 0 for the taker" }),
  fee: Type.Number(),
  fee_asset: Type.String(),
  order_enum_fee: orNull(Type.Number()),
  order_enum_fee_rate: orNull(Type.Number()),
  realized_pnl: Type.Number(),
  match_id: Type.Integer(),
  margin_token: Type.String(),
  margin_change_qty: Type.Number(),
  margin_mode: marginMode,
});

/** One item of a batch; `error_message` stands in place of `order_id` when the item was refused. */
export const createdOrder = Type.Object({
  order_id: Type.Optional(Type.Integer()),
  client_order_id: orNull(Type.String()),
  order_type: Type.String(),
  order_price: orNull(Type.Number()),
  order_quantity: orNull(Type.Number()),
  error_message: Type.Optional(Type.String()),
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
    source: "interface 4.4, rules 2, errors 8.3",
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
      // Nothing else of an order can change.
      { additionalProperties: false },
    ),
    data: Type.Object({ status: Type.Enum(["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED"]) }),
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
    source: "interface 4.4, rules 2.10",
  }),
  cancelOrders: endpoint({
    method: "DELETE",
    path: "/v1/orders",
    summary: "Cancel every open order, or those of one symbol",
    auth: "signed",
    scopes: ["trading"],
    limit: stated(perUser(10)),
    query: Type.Object({ symbol: Type.Optional(symbol) }),
    data: Type.Object({ status: Type.Literal("CANCEL_ALL_SENT") }),
    source: "interface 4.4, rules 2.10",
  }),
  getOrders: endpoint({
    method: "GET",
    path: "/v1/orders",
    summary: "Orders of the account; without `sort_by` the newest first",
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
    source: "interface 4.4, rules 2.7",
  }),
  getOrder: endpoint({
    method: "GET",
    path: "/v1/order/{order_id}",
    summary: "One order, whatever its status",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(100),
    params: Type.Object({ order_id: id }),
    data: order,
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
    source: "interface 4.10",
  }),
  getOrderByClientId: endpoint({
    method: "GET",
    path: "/v1/client/order/{client_order_id}",
    summary: "The order that carries a client's id",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(100),
    params: Type.Object({ client_order_id: Type.String({ minLength: 1 }) }),
    data: order,
    source: "interface 4.10",
  }),
  cancelOrderByClientId: endpoint({
    method: "DELETE",
    path: "/v1/client/order",
    summary: "Cancel the open order that carries a client's id",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    query: Type.Object({ symbol, client_order_id: Type.String({ minLength: 1 }) }),
    data: Type.Object({ status: Type.Literal("CANCEL_SENT") }),
    source: "interface 4.10, rules 2.10",
  }),
  placeBatch: endpoint({
    method: "POST",
    path: "/v1/batch-order",
    summary: "Place up to ten orders, one after the other; each has its own outcome",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    body: Type.Object({
      // An item that breaks `batchItem` fails alone, so the list as a whole asks only for objects.
      orders: Type.Array(
        Type.Unsafe<Static<typeof batchItem>>({ type: "object", description: "as for POST /v1/order, no reduce_only" }),
        { minItems: 1, maxItems: BATCH_MAX },
      ),
    }),
    data: rows(createdOrder),
    source: "interface 4.10, rules 2.10",
  }),
  cancelBatch: endpoint({
    method: "DELETE",
    path: "/v1/batch-order",
    summary: "Cancel up to ten orders by id; ids that are not open are skipped",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    query: Type.Object({ order_ids: idList }),
    data: Type.Object({ status: Type.Literal("CANCEL_ALL_SENT") }),
    source: "interface 4.10, rules 2.10, errors 8.4",
  }),
  cancelBatchByClientId: endpoint({
    method: "DELETE",
    path: "/v1/client/batch-order",
    summary: "Cancel up to ten orders by the client's ids; ids that are not open are skipped",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    query: Type.Object({ client_order_ids: idList }),
    data: Type.Object({ status: Type.Literal("CANCEL_ALL_SENT") }),
    source: "interface 4.10, rules 2.10, errors 8.4",
  }),
  cancelAllAfter: endpoint({
    method: "POST",
    path: "/v1/order/cancel_all_after",
    summary: "Arm, re-arm (5,000 to 900,000 ms) or disarm (0) the dead-man switch over all orders",
    auth: "signed",
    scopes: ["trading"],
    limit: perUser(100),
    body: Type.Object({
      // Also checked against the gap between 0 and 5,000.
      trigger_after: Type.Integer({ minimum: 0, maximum: 900_000 }),
    }),
    data: Type.Object({ expected_trigger_time: Type.Integer() }),
    source: "interface 4.10, rules 2.10, errors 8.4",
  }),
};
