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
} from "./shapes.ts";

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
  broker_id: Type.Optional(Type.String({ description: "builder of the account; when several accounts are asked for" })),
  account_id: Type.Optional(Type.String({ description: "the account; when several accounts are asked for" })),
};

const orderFields = {
  order_id: Type.String({ description: "of the order or the algo order" }),
  symbol: marketName,
  side: Type.Enum(["BUY", "SELL"], { description: "what it does" }),
  type: Type.Enum([...SHOWN_TYPES], { description: "an ordinary order's own, or what kind of algo order it is" }),
  price: decimalOrNull("limit price, in USDC; null without one"),
  quantity: decimalText("in base currency"),
  total_executed_quantity: decimalText("filled, in base currency"),
  trigger_price: decimalOrNull("mark price that fires an algo order, in USDC; null of an ordinary one"),
  trigger_status: orNull(
    Type.Enum(["PENDING", "TRIGGERED", "FAILED"], { description: "of an algo order; null of an ordinary one" }),
  ),
  reduce_only: orNull(Type.Boolean({ description: "of an algo order; null of an ordinary one" })),
  created_time: shownTime("when it was placed"),
  updated_time: shownTime("when it changed last"),
};

export const openOrder = Type.Object({
  ...orderFields,
  status: Type.Enum(["OPEN"], { description: "always" }),
  ...owner,
});

const executed = {
  average_executed_price: decimalOrNull("mean price of its fills, in USDC; null without any"),
  total_fee: decimalText("fees of its fills, in USDC"),
  fee_asset: Type.String({ description: "USDC" }),
  realized_pnl: decimalOrNull("what its fills earned by closing, in USDC; null of an algo order"),
};

export const filledTrade = Type.Object({
  id: Type.String({ description: "of the fill" }),
  order_id: Type.String({ description: "of its order" }),
  symbol: marketName,
  side: Type.Enum(["BUY", "SELL"], { description: "what the account did" }),
  executed_price: decimalText("in USDC"),
  executed_quantity: decimalText("in base currency"),
  fee: decimalText("in USDC; below 0 for a rebate"),
  fee_asset: Type.String({ description: "USDC" }),
  is_maker: Type.Boolean({ description: "whether its order rested on the book" }),
  realized_pnl: decimalText("what it earned by closing, in USDC"),
  executed_timestamp: shownTime("when it happened"),
  ...owner,
});

const orderNumber = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "number of the order or of the algo order",
});

export const accountListQueries = {
  openOrders: queryKind({
    summary: "Open orders and algo orders",
    ...ofWallet,
    request: Type.Object({
      ...scope,
      symbol: Type.Optional(ofMarket),
      limit: count("orders", { fallback: 100, max: 500 }),
      cursor,
    }),
    data: page(openOrder),
  }),
  historicalOrders: queryKind({
    summary: "Orders and algo orders that are finished",
    ...ofWallet,
    request: Type.Object({
      ...scope,
      symbol: Type.Optional(ofMarket),
      status: Type.Optional(
        Type.String({
          pattern:
            "^(?:[Ff][Ii][Ll][Ll][Ee][Dd]|[Cc][Aa][Nn][Cc][Ee][Ll]{1,2}[Ee][Dd]|[Rr][Ee][Jj][Ee][Cc][Tt][Ee][Dd])$",
          expected: "FILLED, CANCELLED or REJECTED",
          description: "FILLED, CANCELLED or REJECTED, in any case; absent: all three",
        }),
      ),
      ...span,
      limit: count("orders", { fallback: 100, max: 500 }),
      cursor,
    }),
    data: page(
      Type.Object({
        ...orderFields,
        status: Type.Enum(["FILLED", "CANCELLED", "REJECTED"], { description: "how it ended" }),
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
        description: "as it is now",
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
          description: "fills; more than 1000 only with start_time or end_time",
        }),
      ),
      cursor,
    }),
    data: page(filledTrade),
  }),
  fundingPayments: queryKind({
    summary: "What positions paid or received as funding",
    ...ofWallet,
    request: Type.Object({
      ...scope,
      symbol: Type.Optional(ofMarket),
      ...span,
      limit: count("payments", { fallback: 100, max: 500 }),
      cursor,
    }),
    data: page(
      Type.Object({
        symbol: marketName,
        funding_rate: decimalText("as a fraction"),
        funding_fee: decimalText("in USDC; above 0 paid, below 0 received"),
        position_qty: decimalOrNull("the position it was charged on, in base currency; null where it is not known"),
        mark_price: decimalText("at which it was computed, in USDC"),
        funding_rate_timestamp: shownTime("when it was paid"),
        payment_type: orNull(Type.Enum(["Pay", "Receive"], { description: "null when it came to 0" })),
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
          description: "deposit or withdraw, in any case; absent: both",
        }),
      ),
      token: Type.Optional(Type.String({ minLength: 1, description: "USDC is the only one there is" })),
      ...span,
      limit: count("rows", { fallback: 100, max: 500 }),
      cursor,
    }),
    data: page(
      Type.Object({
        id: Type.String({ description: "number of the entry in the venue's ledger" }),
        token: Type.String({ description: "USDC" }),
        side: Type.Enum(["deposit", "withdraw"], { description: "which way" }),
        amount: decimalText("in USDC"),
        fee: decimalText("in USDC"),
        chain_id: Type.String({ description: "of the chain" }),
        tx_id: Type.String({ description: "transaction on the chain; empty while there is none" }),
        status: Type.Enum(["SUCCESS", "PENDING", "FAILED"], { description: "what became of it" }),
        created_time: shownTime("when it was credited or asked for"),
        ...owner,
      }),
    ),
  }),
};
