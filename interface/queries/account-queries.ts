// Queries about what a wallet's accounts hold. Interface 4.3, rules 5.2 and 5.3.

import Type from "typebox";
import { queryKind } from "../rows/query-kind.ts";
import { orNull } from "../rows/shapes.ts";
import { filledTrade, openOrder } from "./account-lists.ts";
import { heldMarket, marketSummary } from "./market-queries.ts";
import {
  accountNames,
  accountType,
  clampedCount,
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
  shownTimeOrNull,
  span,
} from "./query-shapes.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const heldPosition = Type.Object({
  symbol: marketName,
  side: Type.Enum(["LONG", "SHORT"], { description: "LONG for a quantity above 0, SHORT below" }),
  position_qty: decimalText("in base currency; below 0 for a short"),
  notional: decimalText("value at the mark price, in USDC, never below 0"),
  average_open_price: decimalText("average price at which it was opened, without fees, in USDC"),
  mark_price: decimalText("price at which it is valued, in USDC"),
  unrealized_pnl: decimalText("quantity × (mark price − average open price), in USDC"),
  unsettled_pnl: decimalText("profit that a settlement would move to the balance, fees and funding included, in USDC"),
  pnl_24_h: decimalText("profit or loss of the last 24 hours, in USDC"),
  imr: decimalText("initial margin as a fraction of the notional"),
  mmr: decimalText("maintenance margin as a fraction of the notional"),
  est_liq_price: decimalOrNull("mark price at which it would be liquidated, in USDC; null when there is none"),
  leverage: Type.Integer({ description: "the leverage set for the market" }),
  margin_mode: marginMode,
  opened_at: shownTime("when it was opened"),
  updated_at: shownTime("when it last changed"),
});

const accountState = Type.Object({
  address: Type.String({ description: "the wallet, in lower case" }),
  ...accountNames,
  account_type: accountType,
  account_value: decimalText("collateral plus unsettled profit of the positions, in USDC"),
  total_collateral_value: decimalText("balance plus margin of isolated positions, without any profit or loss, in USDC"),
  free_collateral: decimalText("collateral that no position and no order needs, in USDC"),
  margin_ratio: decimalText("collateral as a fraction of the positions' value; 10 without a cross position"),
  initial_margin_ratio: decimalText("initial margin of the cross positions as a fraction of their value"),
  maintenance_margin_ratio: decimalText("the margin ratio below which liquidation begins, as a fraction"),
  total_unrealized_pnl: decimalText("unrealized profit of all positions, in USDC"),
  total_unsettled_pnl: decimalText("unsettled profit of all positions, in USDC"),
  total_pnl_24_h: decimalText("profit or loss of all positions in the last 24 hours, in USDC"),
  positions: Type.Array(heldPosition, { description: "open positions" }),
});

const contextAccount = {
  ...accountNames,
  account_value: decimalText("collateral plus unsettled profit of the positions, in USDC"),
  total_collateral_value: decimalText("balance plus margin of isolated positions, without any profit or loss, in USDC"),
  free_collateral: decimalText("collateral that no position and no order needs, in USDC"),
  margin_ratio: decimalText("collateral as a fraction of the positions' value; 10 without a cross position"),
  total_unrealized_pnl: decimalText("unrealized profit of all positions, in USDC"),
  total_pnl_24_h: decimalText("profit or loss of all positions in the last 24 hours, in USDC"),
};

const marketContext = Type.Pick(marketSummary, [
  "mark_price",
  "index_price",
  "bid_price",
  "ask_price",
  "last_funding_rate",
  "est_funding_rate",
  "next_funding_time",
  "24h_volume",
  "open_interest",
]);

const feeRates = {
  tier: Type.Enum(["PUBLIC", "SILVER", "GOLD", "PLATINUM", "DIAMOND"], { description: "tier of the builder" }),
  futures_tier: Type.Enum(["PUBLIC", "SILVER", "GOLD", "PLATINUM", "DIAMOND"], { description: "the same as tier" }),
  maker_fee_rate: decimalText("fee rate of makers, as a fraction"),
  taker_fee_rate: decimalText("fee rate of takers, as a fraction"),
  "30d_volume": decimalText("volume of the account in the last 30 days, in USDC"),
};
const feeRatesOf = Type.Object({ ...accountNames, account_type: accountType, ...feeRates });

export const accountQueries = {
  accountState: queryKind({
    summary: "Balance, margin and positions of a wallet's accounts, or of the account named by account_id",
    weight: 5,
    ageMaxMs: 5 * SECOND,
    showsWallets: true,
    request: Type.Object({ ...scope }),
    data: Type.Union([
      Type.Object({
        address: Type.String({ description: "the wallet, in lower case" }),
        accounts: Type.Array(accountState, { description: "its accounts" }),
      }),
      accountState,
    ]),
  }),
  positionContext: queryKind({
    summary: "A wallet in one market: its position and open orders, the market itself, and free collateral",
    weight: 2,
    ageMaxMs: 5 * SECOND,
    showsWallets: true,
    request: Type.Object({ ...scope, symbol: ofMarket }),
    data: Type.Object({
      position: orNull(
        Type.Object(heldPosition.properties, { description: "its position in this market; null without one" }),
      ),
      open_orders: Type.Array(openOrder, { description: "open orders in this market, newest first, at most 100" }),
      market: orNull(Type.Object(marketContext.properties, { description: "the market" })),
      account_summary: orNull(
        Type.Object(
          {
            free_collateral: decimalText("collateral that no position and no order needs, in USDC"),
            margin_ratio: decimalText("collateral as a fraction of the positions' value; 10 without a cross position"),
          },
          { description: "figures of its account; null when the wallet has none" },
        ),
      ),
    }),
  }),
  agentContext: queryKind({
    summary: "One account of a wallet with its positions and their markets",
    weight: 2,
    ageMaxMs: 5 * SECOND,
    showsWallets: true,
    request: Type.Object({ ...scope }),
    data: Type.Object({
      account: Type.Object(
        {
          ...contextAccount,
          open_order_count: Type.Integer({ description: "number of open orders, algo orders included" }),
        },
        { description: "the account" },
      ),
      positions: Type.Array(heldPosition, { description: "open positions" }),
      markets: Type.Array(heldMarket, { description: "the markets of these positions" }),
    }),
  }),
  whaleContext: queryKind({
    summary: "One account of a wallet with its positions and its latest fills",
    weight: 3,
    ageMaxMs: 5 * SECOND,
    showsWallets: true,
    request: Type.Object({
      ...scope,
      recent_trades_limit: clampedCount("maximum number of fills", { fallback: 20, max: 50 }),
    }),
    data: Type.Object({
      account: orNull(Type.Object(contextAccount, { description: "the account; null when the wallet has none" })),
      positions: Type.Array(heldPosition, { description: "open positions" }),
      recent_trades: Type.Array(filledTrade, { description: "latest fills, newest first" }),
    }),
  }),
  accounts: queryKind({
    summary: "The accounts of a wallet",
    weight: 5,
    ageMaxMs: MINUTE,
    showsWallets: true,
    request: Type.Object({ ...scope }),
    data: Type.Object({
      address: Type.String({ description: "the wallet, in lower case" }),
      accounts: Type.Array(
        Type.Object({
          ...accountNames,
          account_type: accountType,
          account_value: decimalText("collateral plus unsettled profit of the positions, in USDC"),
        }),
        {
          description:
            "accounts in the sequence in which they were opened, each main account followed by its sub-accounts",
        },
      ),
    }),
  }),
  portfolio: queryKind({
    summary: "Value of a wallet's accounts at the end of each UTC day, newest first",
    weight: 5,
    ageMaxMs: DAY,
    showsWallets: true,
    request: Type.Object({
      ...scope,
      interval: Type.Optional(Type.Enum(["1d"], { default: "1d", description: "one row a day" })),
      ...span,
      limit: count("maximum number of days", { fallback: 90, max: 365 }),
      cursor,
    }),
    data: page(
      Type.Object({
        account_value: decimalText("total value of all accounts at this midnight, in USDC"),
        cumulative_pnl: decimalText("profit or loss since the earliest day of the requested range, in USDC"),
        timestamp: shownTime("the UTC midnight"),
      }),
    ),
  }),
  feeRate: queryKind({
    summary: "Fee rates of a wallet's accounts",
    weight: 1,
    ageMaxMs: MINUTE,
    showsWallets: true,
    request: Type.Object({ ...scope }),
    data: Type.Union([
      Type.Object(feeRates),
      Type.Object({
        sub_accounts: Type.Array(feeRatesOf, {
          description: "with broker_id: the wallet's accounts under that builder",
        }),
      }),
      Type.Object({
        accounts: Type.Array(feeRatesOf, { description: "without broker_id: all accounts of the wallet" }),
      }),
    ]),
  }),
};

const rankedWallet = Type.Object({
  address: Type.String({ description: "the wallet, in lower case" }),
  broker_id: Type.String({ description: "builder under which its accounts are" }),
  total_notional: decimalText("value of the open positions at mark prices, in USDC"),
  pnl_24h: decimalText("profit or loss of the positions in the last 24 hours, in USDC"),
  pnl_7d: decimalText("the same for the current UTC day and the six before it, in USDC"),
  pnl_30d: decimalText("the same for the current UTC day and the 29 before it, in USDC"),
  volume_24h: decimalText("traded in the last 24 hours, in USDC"),
  volume_7d: decimalText("traded on the current UTC day and the six before it, in USDC"),
  volume_30d: decimalText("traded on the current UTC day and the 29 before it, in USDC"),
  trade_count_24h: Type.Integer({ description: "number of fills in the last 24 hours" }),
  win_rate_24h: Type.Number({ description: "fraction of closing fills with a gain; 0 if there are none" }),
  win_rate_7d: orNull(Type.Number({ description: "the same for 7 days; null if there are none" })),
  win_rate_30d: orNull(Type.Number({ description: "the same for 30 days; null if there are none" })),
  avg_trade_size: decimalOrNull("volume_24h ÷ trade_count_24h, in USDC; null if there are no fills"),
  position_count: Type.Integer({ description: "number of open positions" }),
});

const SORTS = [
  "notional",
  "volume_24h",
  "volume_7d",
  "volume_30d",
  "pnl_24h",
  "pnl_7d",
  "pnl_30d",
  "trade_count_24h",
] as const;

const minNotional = Type.Optional(
  Type.Union([Type.Number(), Type.String()], {
    description: "decimal, in USDC; smaller entries are left out; default 0",
  }),
);

export const platformQueries = {
  topAddresses: queryKind({
    summary: "The wallets with the largest positions, volumes or profits",
    weight: 10,
    ageMaxMs: 30 * MINUTE,
    showsWallets: true,
    request: Type.Object({
      symbol: Type.Optional(ofMarket),
      sort_by: Type.Optional(
        Type.Enum([...SORTS], { default: "notional", description: "what to sort by, largest first" }),
      ),
      min_notional: minNotional,
      limit: count("maximum number of wallets", { fallback: 50, max: 200 }),
      cursor,
    }),
    data: Type.Object({
      ...page(rankedWallet).properties,
      last_updated_time: shownTime("when the list was made"),
    }),
  }),
  platformPositions: queryKind({
    summary: "Every open position of the venue, with its totals",
    weight: 20,
    ageMaxMs: 5 * SECOND,
    showsWallets: true,
    request: Type.Object({
      symbol: Type.Optional(ofMarket),
      broker_id: Type.Optional(Type.String({ minLength: 1, description: "only accounts under this builder" })),
      min_notional: minNotional,
      limit: count("maximum number of positions", { fallback: 500, max: 5_000 }),
      cursor,
    }),
    data: Type.Object({
      total_long_notional: decimalText("value of all long positions that match the filters, in USDC"),
      total_short_notional: decimalText("value of all short positions that match the filters, in USDC"),
      total_positions: Type.Integer({ description: "number of positions that match the filters" }),
      ...page(
        Type.Object({
          address: Type.String({ description: "the wallet, in lower case" }),
          ...accountNames,
          ...Type.Omit(heldPosition, ["pnl_24_h", "imr", "mmr", "opened_at", "updated_at"]).properties,
          opened_at: shownTimeOrNull("when it was opened"),
        }),
      ).properties,
    }),
  }),
  rateLimitStatus: queryKind({
    summary: "The weight that the caller's address has left",
    weight: 0,
    ageMaxMs: 0,
    request: Type.Object({}),
    data: Type.Object({
      limit: Type.Integer({ description: "weight available per rolling minute" }),
      remaining: Type.Integer({ description: "weight that is left now" }),
      reset: shownTime(
        "when the oldest spent weight becomes available again, or now if none is spent, by the machine's clock",
      ),
      tier: Type.Enum(["default"], { description: "the only tier" }),
    }),
  }),
};
