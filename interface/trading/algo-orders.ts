// Algo orders: orders that wait for a mark price and then place an ordinary one. Rules 3, interface 4.10.

import Type, { type Static } from "typebox";
import { endpoint, perUser } from "../rows/endpoint.ts";
import { ORDER_TERMS } from "../rows/endpoint-errors.ts";
import {
  decimalThatIs,
  id,
  marginMode,
  orderStatus,
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
import { CLIENT_ORDER_ID, clientOrderId, trade } from "./orders.ts";

const ALGO_ROOT_TYPES = ["STOP", "TP_SL", "POSITIONAL_TP_SL", "BRACKET", "TRAILING_STOP"] as const;
const ALGO_TYPES = [...ALGO_ROOT_TYPES, "TAKE_PROFIT", "STOP_LOSS"] as const;
const ALGO_LEG_TYPES = ["TAKE_PROFIT", "STOP_LOSS", "TP_SL", "POSITIONAL_TP_SL"] as const;
const ALGO_ORDER_TYPES = ["LIMIT", "MARKET", "CLOSE_POSITION"] as const;

const algoType = Type.Enum([...ALGO_TYPES]);
const triggerPriceType = Type.Optional(Type.Enum(["MARK_PRICE"]));
const anId = Type.Union([Type.Integer(), Type.String()], {
  description: "id of the algo order or leg, as a number or as text",
});

/** The members of a leg; `child_orders` within `child_orders` has the same form. */
const legMembers = {
  symbol: Type.Optional(Type.String({ description: "must be the symbol of the order, if given" })),
  algo_type: Type.Enum([...ALGO_LEG_TYPES]),
  side: Type.Optional(side),
  type: Type.Optional(Type.Enum([...ALGO_ORDER_TYPES], { description: "type of the order that it places" })),
  trigger_price: Type.Optional(decimalThatIs("price at which the leg fires, once mark and index have both reached it")),
  trigger_price_type: triggerPriceType,
  price: Type.Optional(decimalThatIs("limit price of the order that it places")),
  quantity: Type.Optional(decimalThatIs("must be the quantity of the order, if given")),
  reduce_only: Type.Optional(Type.Boolean()),
};
const leg = Type.Object(legMembers);
const group = Type.Object({
  ...legMembers,
  child_orders: Type.Optional(Type.Array(leg, { description: "the legs of a TP_SL or POSITIONAL_TP_SL" })),
});
export type AlgoLegBody = Static<typeof leg>;
export type AlgoGroupBody = Static<typeof group>;

const trailing = {
  activated_price: Type.Optional(
    decimalThatIs(
      "TRAILING_STOP: price at which it starts to follow, once mark and index have both reached it; without it, it starts at once",
    ),
  ),
  callback_rate: Type.Optional(decimalThatIs("TRAILING_STOP: distance as a fraction, 0.001 to 0.05")),
  callback_value: Type.Optional(decimalThatIs("TRAILING_STOP: distance in USDC; either this or callback_rate")),
  activatedPrice: Type.Optional(decimalThatIs("another name of activated_price")),
  callbackRate: Type.Optional(decimalThatIs("another name of callback_rate")),
  callbackValue: Type.Optional(decimalThatIs("another name of callback_value")),
};

const algoOrderBody = Type.Object({
  symbol,
  algo_type: Type.Enum([...ALGO_ROOT_TYPES]),
  type: Type.Optional(Type.Enum(["LIMIT", "MARKET"], { description: "type of the order that it places" })),
  side: Type.Optional(side),
  quantity: Type.Optional(decimalThatIs("in base currency")),
  price: Type.Optional(decimalThatIs("limit price of the order that it places")),
  trigger_price: Type.Optional(
    decimalThatIs("STOP: price at which it fires, once mark and index have both reached it"),
  ),
  trigger_price_type: triggerPriceType,
  client_order_id: Type.Optional(Type.String({ pattern: CLIENT_ORDER_ID })),
  reduce_only: Type.Optional(Type.Boolean()),
  visible_quantity: Type.Optional(Type.Boolean({ description: "false hides the order that it places" })),
  order_tag: Type.Optional(Type.String({ maxLength: 128 })),
  margin_mode: Type.Optional(marginMode),
  ...trailing,
  child_orders: Type.Optional(
    Type.Array(group, {
      description: "take-profit and stop-loss legs; for a BRACKET, the group that its fill activates",
    }),
  ),
});
export type AlgoOrderBody = Static<typeof algoOrderBody>;

const changeMembers = {
  order_id: anId,
  price: Type.Optional(decimalThatIs("limit price of the order that it places")),
  quantity: Type.Optional(decimalThatIs("in base currency; must be the same for both legs of a group")),
  trigger_price: Type.Optional(decimalThatIs("price at which it fires, once mark and index have both reached it")),
  trigger_price_type: triggerPriceType,
  ...trailing,
  is_activated: Type.Optional(
    Type.Union([Type.Boolean(), Type.String()], { description: "false cancels the leg; true changes nothing" }),
  ),
};
const legChange = Type.Object(changeMembers);
const groupChange = Type.Object({ ...changeMembers, child_orders: Type.Optional(Type.Array(legChange)) });
const algoChangeBody = Type.Object({
  ...changeMembers,
  child_orders: Type.Optional(
    Type.Array(groupChange, { description: "changes to legs; the outer object is the root" }),
  ),
});
export type AlgoChangeBody = Static<typeof legChange>;

/** An algo order as lists and lookups show it. `is_triggered` is text. */
const algoOrder = Type.Object({
  algo_order_id: Type.Integer(),
  parent_algo_order_id: Type.Integer({ description: "number of the parent order in the tree; 0 for a root" }),
  root_algo_order_id: Type.Integer(),
  root_algo_order_status: orderStatus,
  algo_status: orderStatus,
  algo_type: algoType,
  symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
  side,
  type: Type.Enum([...ALGO_ORDER_TYPES], { description: "type of the order that it places" }),
  quantity: Type.Number({ description: "in base currency; 0 for the whole position" }),
  price: orNull(Type.Number({ description: "limit price of the order that it places" })),
  trigger_price: orNull(Type.Number()),
  trigger_price_type: Type.Literal("MARK_PRICE"),
  trigger_status: orNull(Type.Enum(["SUCCESS", "FAIL"])),
  trigger_trade_price: orNull(Type.Number({ description: "mark price at which it first fired" })),
  trigger_time: orNull(time),
  is_triggered: Type.Enum(["true", "false"], {
    description:
      "true once it has placed its first order; if it closes a position and is still NEW or PARTIAL_FILLED, it is waiting for liquidity",
  }),
  is_activated: Type.Boolean(),
  activated_price: orNull(Type.Number()),
  callback_rate: orNull(Type.Number()),
  callback_value: orNull(Type.Number()),
  extreme_price: orNull(
    Type.Number({
      description:
        "TRAILING_STOP: the best price that mark and index have both reached since it started to follow, in USDC",
    }),
  ),
  order_id: orNull(
    Type.Integer({ description: "the ordinary order that it placed; the last one if there were several" }),
  ),
  executed_quantity: Type.Number(),
  total_executed_quantity: Type.Number(),
  average_executed_price: Type.Number({
    description: "average price of the fills so far, in USDC; 0 before the first",
  }),
  visible_quantity: Type.Number(),
  total_fee: Type.Number(),
  fee_asset: Type.String({ description: "always USDC" }),
  client_order_id: orNull(Type.String()),
  order_tag: orNull(Type.String()),
  reduce_only: Type.Boolean(),
  margin_mode: marginMode,
  realized_pnl: Type.Number({ description: "profit of the position that it closed, without fees, in USDC" }),
  created_time: time,
  updated_time: time,
  child_orders: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
    description: "its legs, each with the same members",
  }),
});

const algoOrders = "rules 3, errors 8.4";
const scopes = ["trading"] as const;
const readScopes = ["read", "trading"] as const;
const cancelSent = Type.Object({ status: Type.Literal("CANCEL_SENT") });

export const algo = {
  placeAlgoOrder: endpoint({
    method: "POST",
    path: "/v1/algo/order",
    summary: "Place an algo order with its legs",
    auth: "signed",
    scopes,
    limit: perUser(100),
    body: algoOrderBody,
    bodyBytes: 32_768,
    data: Type.Object({
      order_id: Type.Integer({ description: "its algo_order_id" }),
      client_order_id: orNull(Type.String()),
      algo_type: algoType,
      quantity: Type.Number(),
    }),
    errors: ["duplicate", ...ORDER_TERMS],
    source: algoOrders,
  }),
  amendAlgoOrder: endpoint({
    method: "PUT",
    path: "/v1/algo/order",
    summary: "Change prices or quantities of an algo order that has not fired; a group is changed through its root",
    auth: "signed",
    scopes,
    limit: perUser(100),
    body: algoChangeBody,
    bodyBytes: 32_768,
    data: Type.Object({ status: Type.Literal("EDIT_SENT") }),
    errors: ["not_found", ...ORDER_TERMS],
    source: algoOrders,
  }),
  cancelAlgoOrder: endpoint({
    method: "DELETE",
    path: "/v1/algo/order",
    summary: "Cancel an algo order with its legs",
    auth: "signed",
    scopes,
    limit: perUser(100),
    query: Type.Object({ symbol, order_id: id }),
    data: cancelSent,
    errors: ["not_found", "core_unavailable"],
    source: algoOrders,
  }),
  cancelAlgoOrderByClientId: endpoint({
    method: "DELETE",
    path: "/v1/algo/client/order",
    summary: "Cancel the algo order with a given client order id",
    auth: "signed",
    scopes,
    limit: perUser(100),
    query: Type.Object({ symbol, client_order_id: Type.String({ minLength: 1 }) }),
    data: cancelSent,
    errors: ["not_found", "core_unavailable"],
    source: algoOrders,
  }),
  cancelAlgoOrders: endpoint({
    method: "DELETE",
    path: "/v1/algo/orders",
    summary: "Cancel every algo order that can still fire, or those of one symbol or type",
    auth: "signed",
    scopes,
    limit: perUser(100),
    query: Type.Object({ symbol: Type.Optional(symbol), algo_type: Type.Optional(algoType) }),
    data: Type.Object({ status: Type.Literal("CANCEL_ALL_SENT") }),
    errors: ["core_unavailable"],
    source: algoOrders,
  }),
  getAlgoOrders: endpoint({
    method: "GET",
    path: "/v1/algo/orders",
    summary:
      "Algo orders of the account with their legs, newest first; if `algo_type` is a type of leg, the legs themselves",
    auth: "signed",
    scopes: readScopes,
    limit: perUser(100),
    query: Type.Object({
      symbol: Type.Optional(symbol),
      side: Type.Optional(side),
      order_type: Type.Optional(Type.Enum(["LIMIT", "MARKET"])),
      algo_type: Type.Optional(algoType),
      status: Type.Optional(Type.Enum([...STATUS_FILTERS])),
      is_triggered: Type.Optional(Type.Boolean()),
      order_tag: Type.Optional(Type.String()),
      ...span,
      ...paging,
    }),
    data: paged(algoOrder),
    errors: ["core_unavailable"],
    source: algoOrders,
  }),
  getAlgoOrder: endpoint({
    method: "GET",
    path: "/v1/algo/order/{order_id}",
    summary: "One algo order with its legs, in any status",
    auth: "signed",
    scopes: readScopes,
    limit: perUser(100),
    params: Type.Object({ order_id: id }),
    data: algoOrder,
    errors: ["not_found", "core_unavailable"],
    source: algoOrders,
  }),
  getAlgoOrderByClientId: endpoint({
    method: "GET",
    path: "/v1/algo/client/order/{client_order_id}",
    summary: "The algo order with a given client order id",
    auth: "signed",
    scopes: readScopes,
    limit: perUser(100),
    params: Type.Object({ client_order_id: clientOrderId }),
    data: algoOrder,
    errors: ["not_found", "core_unavailable"],
    source: algoOrders,
  }),
  getAlgoOrderTrades: endpoint({
    method: "GET",
    path: "/v1/algo/order/{order_id}/trades",
    summary: "Every fill of the orders that an algo order placed, newest first",
    auth: "signed",
    scopes: readScopes,
    limit: perUser(100),
    params: Type.Object({ order_id: id }),
    data: rows(Type.Object({ ...trade.properties, match_id: Type.String() })),
    errors: ["not_found", "core_unavailable"],
    source: algoOrders,
  }),
};
