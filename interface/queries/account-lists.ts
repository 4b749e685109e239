// Queries for lists of a wallet's orders, fills and payments, newest first. Interface 4.3.

import Type from "typebox";
import { queryKind } from "../rows/query-kind.ts";
import { orNull } from "../rows/shapes.ts";
import {
  count,
  cursor,
  decimalOrNull,
  decimalText,
  marginMode,
  marketName,
  ofMarket,
  page,
  scope,
  shownTime,
  span,
} from "./query-shapes.ts";

/** Properties that all of them share. */
const ofWallet = { weight: 5, ageMaxMs: 1_000, showsWallets: true } as const;

/** The order types that a list shows: an ordinary order's own type, and for algo orders what they are. */
const SHOWN_TYPES = [
  ...["LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY", "ASK", "BID"],
  ...["STOP_MARKET", "STOP_LIMIT", "TAKE_PROFIT_MARKET", "TAKE_PROFIT_LIMIT", "TRAILING_STOP"],
  ...["BRACKET", "STOP_BRACKET", "TP_SL", "POSITIONAL_TP_SL"],
] as const;

/** Marks whose row it is, when several accounts are in scope. */
const owner = {
  broker_id: Type.Optional(
    Type.String({ description: "builder of the account; present when several accounts are queried" }),
  ),
  account_id: Type.Optional(
    Type.String({ description: "id of the account; present when several accounts are queried" }),
  ),
};

const orderFields = {
  order_id: Type.String({ description: "number of the order or algo order" }),
  symbol: marketName,
  side: Type.Enum(["BUY", "SELL"], { description: "side of the order" }),
  type: Type.Enum([...SHOWN_TYPES], { description: "type of an ordinary order, or kind of algo order" }),
  price: decimalOrNull("limit price, in USDC; null without one"),
  quantity: decimalText("in base currency"),
  total_executed_quantity: decimalText("filled quantity, in base currency"),
  trigger_price: decimalOrNull(
    "price at which an algo order fires, once mark and index have both reached it, in USDC; null for an ordinary order",
  ),
  trigger_status: orNull(
    Type.Enum(["PENDING", "TRIGGERED", "FAILED"], {
      description: "trigger status of an algo order; null for an ordinary order",
    }),
  ),
  reduce_only: orNull(
    Type.Boolean({ description: "whether an algo order may only reduce a position; null for an ordinary order" }),
  ),
  created_time: shownTime("when it was placed"),
  updated_time: shownTime("when it last changed"),
};

export const openOrder = Type.Object({
  ...orderFields,
  status: Type.Enum(["OPEN"], { description: "always OPEN" }),
  ...owner,
});

const executed = {
  average_executed_price: decimalOrNull("average price of its fills, in USDC; null if there are none"),
  total_fee: decimalText("fees of its fills, in USDC"),
  fee_asset: Type.String({ description: "USDC" }),
  realized_pnl: decimalOrNull("profit of the positions that its fills closed, in USDC; null for an algo order"),
};

export const filledTrade = Type.Object({
  id: Type.String({ description: "number of the fill" }),
  order_id: Type.String({ description: "number of its order" }),
  symbol: marketName,
  side: Type.Enum(["BUY", "SELL"], { description: "side of the account" }),
  executed_price: decimalText("in USDC"),
  executed_quantity: decimalText("in base currency"),
  fee: decimalText("in USDC; below 0 for a rebate"),
  fee_asset: Type.String({ description: "USDC" }),
  is_maker: Type.Boolean({ description: "whether its order was resting in the book" }),
  realized_pnl: decimalText("profit of the position that it closed, in USDC"),
  executed_timestamp: shownTime("when it was matched"),
  ...owner,
});

const orderNumber = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "number of the order or algo order",
});

export const accountListQueries = {
  openOrders: queryKind({
    summary: "Open orders and algo orders",
    ...ofWallet,
    request: Type.Object({
      ...scope,
      symbol: Type.Optional(ofMarket),
      limit: count("maximum number of orders", { fallback: 100, max: 500 }),
      cursor,
    }),
    data: page(openOrder),
  }),
  historicalOrders: queryKind({
    summary: "Finished orders and algo orders",
    ...ofWallet,
    request: Type.Object({
      ...scope,
      symbol: Type.Optional(ofMarket),
      status: Type.Optional(
        Type.String({
          pattern:
            "^(?:[Ff][Ii][Ll][Ll][Ee][Dd]|[Cc][Aa][Nn][Cc][Ee][Ll]{1,2}[Ee][Dd]|[Rr][Ee][Jj][Ee][Cc][Tt][Ee][Dd])$",
          expected: "FILLED, CANCELLED or REJECTED",
          description: "FILLED, CANCELLED or REJECTED, in upper or lower case; absent: all three",
        }),
      ),
      ...span,
      limit: count("maximum number of orders", { fallback: 100, max: 500 }),
      cursor,
    }),
    data: page(
      Type.Object({
        ...orderFields,
        status: Type.Enum(["FILLED", "CANCELLED", "REJECTED"], { description: "final status" }),
        ...executed,
        ...owner,
      }),
    ),
  }),
  orderStatus: queryKind({
    summary: "One order or algo order, open or finished",
    ...ofWallet,
    request: Type.Object({ ...scope, order_id: orderNumber }),
    data: Type.Object({
      ...Type.Omit(Type.Object(orderFields), ["trigger_status"]).properties,
      status: Type.Enum(["NEW", "PARTIAL_FILLED", "FILLED", "CANCELLED", "REJECTED"], {
        description: "current status",
      }),
      ...executed,
    }),
  }),
  trades: queryKind({
    summary: "Fills",
    ...ofWallet,
    request: Type.Object({
      ...scope,
      symbol: Type.Optional(ofMarket),
      ...span,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2_000,
          default: 100,
          description: "maximum number of fills; more than 1000 only with start_time or end_time",
        }),
      ),
      cursor,
    }),
    data: page(filledTrade),
  }),
  fundingPayments: queryKind({
    summary: "Funding that positions paid or received",
    ...ofWallet,
    request: Type.Object({
      ...scope,
      symbol: Type.Optional(ofMarket),
      ...span,
      limit: count("maximum number of payments", { fallback: 100, max: 500 }),
      cursor,
    }),
    data: page(
      Type.Object({
        symbol: marketName,
        funding_rate: decimalText("rate of the period, as a fraction"),
        funding_fee: decimalText("in USDC; above 0 if paid, below 0 if received"),
        position_qty: decimalOrNull("position on which it was charged, in base currency; null if unknown"),
        mark_price: decimalText("mark price with which it was computed, in USDC"),
        funding_rate_timestamp: shownTime("when it was paid"),
        payment_type: orNull(
          Type.Enum(["Pay", "Receive"], {
            description: "whether the account paid or received; null if the amount is 0",
          }),
        ),
        funding_status: Type.Enum(["Settled", "Accrued"], { description: "Accrued until the position is settled" }),
        margin_mode: marginMode,
        ...owner,
      }),
    ),
  }),
  userDepositsWithdrawals: queryKind({
    summary: "Deposits and withdrawals",
    ...ofWallet,
    request: Type.Object({
      ...scope,
      side: Type.Optional(
        Type.String({
          pattern: "^(?:[Dd][Ee][Pp][Oo][Ss][Ii][Tt]|[Ww][Ii][Tt][Hh][Dd][Rr][Aa][Ww])$",
          expected: "deposit or withdraw",
          description: "deposit or withdraw, in upper or lower case; absent: both",
        }),
      ),
      token: Type.Optional(Type.String({ minLength: 1, description: "the only token is USDC" })),
      ...span,
      limit: count("maximum number of rows", { fallback: 100, max: 500 }),
      cursor,
    }),
    data: page(
      Type.Object({
        id: Type.String({ description: "number of the entry in the venue's ledger" }),
        token: Type.String({ description: "USDC" }),
        side: Type.Enum(["deposit", "withdraw"], { description: "direction" }),
        amount: decimalText("in USDC"),
        fee: decimalText("in USDC"),
        chain_id: Type.String({ description: "number of the chain" }),
        tx_id: Type.String({ description: "hash of the transaction on the chain; empty while there is none" }),
        status: Type.Enum(["SUCCESS", "PENDING", "FAILED"], { description: "current status" }),
        created_time: shownTime("when it was credited or requested"),
        ...owner,
      }),
    ),
  }),
};
