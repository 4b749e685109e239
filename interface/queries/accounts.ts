// Queries about what a wallet's accounts hold. Interface 4.3, rules 5.2 and 5.3.

import Type from "typebox";
import { queryKind } from "../rows/query-kind.ts";
import { orNull } from "../rows/shapes.ts";
import { filledTrade, openOrder } from "./account-lists.ts";
import { heldMarket, marketSummary } from "./markets.ts";
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
} from "./shapes.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const heldPosition = Type.Object({
  symbol: marketName,
  side: Type.Enum(["LONG", "SHORT"], { description: "LONG above 0, SHORT below" }),
  position_qty: decimalText("in base currency; below 0 for a short"),
  notional: decimalText("its size at the mark price, in USDC, never below 0"),
  average_open_price: decimalText("mean price that it was entered at, without fees, in USDC"),
  mark_price: decimalText("what it is valued at, in USDC"),
  unrealized_pnl: decimalText("quantity × (mark price − average open price), in USDC"),
  unsettled_pnl: decimalText("what settling would book, fees and funding included, in USDC"),
  pnl_24_h: decimalText("what it earned in the last 24 hours, in USDC"),
  imr: decimalText("initial margin as a fraction of the notional"),
  mmr: decimalText("maintenance margin as a fraction of the notional"),
  est_liq_price: decimalOrNull("mark price at which it would be liquidated, in USDC; null when there is none"),
  leverage: Type.Integer({ description: "as it is set" }),
  margin_mode: marginMode,
  opened_at: shownTime("when it was opened"),
  updated_at: shownTime("when it changed last"),
});

const accountState = Type.Object({
  address: Type.String({ description: "the wallet, in lower case" }),
  ...accountNames,
  account_type: accountType,
  account_value: decimalText("collateral and unsettled result of the positions, in USDC"),
  total_collateral_value: decimalText("balance and margin of isolated positions, without any result, in USDC"),
  free_collateral: decimalText("collateral that no position and no order needs, in USDC"),
  margin_ratio: decimalText("as a fraction of the positions' value; 10 without a cross position"),
  initial_margin_ratio: decimalText("initial margin of the cross positions as a fraction of their value"),
  maintenance_margin_ratio: decimalText("the margin ratio below which liquidation begins, as a fraction"),
  total_unrealized_pnl: decimalText("of all positions, in USDC"),
  total_unsettled_pnl: decimalText("of all positions, in USDC"),
  total_pnl_24_h: decimalText("what all positions earned in the last 24 hours, in USDC"),
  positions: Type.Array(heldPosition, { description: "open positions" }),
});

const contextAccount = {
  ...accountNames,
  account_value: decimalText("collateral and unsettled result of the positions, in USDC"),
  total_collateral_value: decimalText("balance and margin of isolated positions, without any result, in USDC"),
  free_collateral: decimalText("collateral that no position and no order needs, in USDC"),
  margin_ratio: decimalText("as a fraction of the positions' value; 10 without a cross position"),
  total_unrealized_pnl: decimalText("of all positions, in USDC"),
  total_pnl_24_h: decimalText("what all positions earned in the last 24 hours, in USDC"),
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
  tier: Type.Enum(["PUBLIC", "SILVER", "GOLD", "PLATINUM", "DIAMOND"], { description: "of the builder" }),
  futures_tier: Type.Enum(["PUBLIC", "SILVER", "GOLD", "PLATINUM", "DIAMOND"], { description: "the same" }),
  maker_fee_rate: decimalText("what an order that rested pays, as a fraction"),
  taker_fee_rate: decimalText("what an order that takes pays, as a fraction"),
  "30d_volume": decimalText("what the account traded in the last 30 days, in USDC"),
};
const feeRatesOf = Type.Object({ ...accountNames, account_type: accountType, ...feeRates });

export const accountQueries = {
  accountState: queryKind({
    summary: "Balance, margin and positions of a wallet's accounts; with account_id, of that account alone",
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
    summary: "What a wallet has in one market: position, open orders, the market itself, free collateral",
    weight: 2,
    ageMaxMs: 5 * SECOND,
    showsWallets: true,
    request: Type.Object({ ...scope, symbol: ofMarket }),
    data: Type.Object({
      position: orNull(
        Type.Object(heldPosition.properties, { description: "its position in this market; null without one" }),
      ),
      open_orders: Type.Array(openOrder, { description: "of this market, newest first, at most 100" }),
      market: orNull(Type.Object(marketContext.properties, { description: "the market" })),
      account_summary: orNull(
        Type.Object(
          {
            free_collateral: decimalText("collateral that no position and no order needs, in USDC"),
            margin_ratio: decimalText("as a fraction of the positions' value; 10 without a cross position"),
          },
          { description: "what its account has; null when the wallet has none" },
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
          open_order_count: Type.Integer({ description: "open orders, algo orders included" }),
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
    request: Type.Object({ ...scope, recent_trades_limit: clampedCount("fills", { fallback: 20, max: 50 }) }),
    data: Type.Object({
      account: orNull(Type.Object(contextAccount, { description: "the account; null when the wallet has none" })),
      positions: Type.Array(heldPosition, { description: "open positions" }),
      recent_trades: Type.Array(filledTrade, { description: "newest first" }),
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
          account_value: decimalText("collateral and unsettled result of the positions, in USDC"),
        }),
        { description: "in the order of opening, each main account followed by its sub-accounts" },
      ),
    }),
  }),
  portfolio: queryKind({
    summary: "What a wallet's accounts were worth at the end of each UTC day, newest first",
    weight: 5,
    ageMaxMs: DAY,
    showsWallets: true,
    request: Type.Object({
      ...scope,
      interval: Type.Optional(Type.Enum(["1d"], { default: "1d", description: "one row a day" })),
      ...span,
      limit: count("days", { fallback: 90, max: 365 }),
      cursor,
    }),
    data: page(
      Type.Object({
        account_value: decimalText("of all accounts together at this midnight, in USDC"),
        cumulative_pnl: decimalText("what it has changed since the earliest day of the time asked for, in USDC"),
        timestamp: shownTime("the UTC midnight"),
      }),
    ),
  }),
  feeRate: queryKind({
    summary: "What a wallet's accounts pay for trading",
    weight: 1,
    ageMaxMs: MINUTE,
    showsWallets: true,
    request: Type.Object({ ...scope }),
    data: Type.Union([
      Type.Object(feeRates),
      Type.Object({ sub_accounts: Type.Array(feeRatesOf, { description: "with broker_id: the accounts under it" }) }),
      Type.Object({ accounts: Type.Array(feeRatesOf, { description: "without: all accounts of the wallet" }) }),
    ]),
  }),
};

const rankedWallet = Type.Object({
  address: Type.String({ description: "the wallet, in lower case" }),
  broker_id: Type.String({ description: "builder under which its accounts are" }),
  total_notional: decimalText("open positions at their mark prices, in USDC"),
  pnl_24h: decimalText("what the positions earned in the last 24 hours, in USDC"),
  pnl_7d: decimalText("the same over this UTC day and the six before it, in USDC"),
  pnl_30d: decimalText("the same over this UTC day and the 29 before it, in USDC"),
  volume_24h: decimalText("traded in the last 24 hours, in USDC"),
  volume_7d: decimalText("traded on this UTC day and the six before it, in USDC"),
  volume_30d: decimalText("traded on this UTC day and the 29 before it, in USDC"),
  trade_count_24h: Type.Integer({ description: "fills of the last 24 hours" }),
  win_rate_24h: Type.Number({ description: "of the fills that closed something, the part with a gain; 0 without any" }),
  win_rate_7d: orNull(Type.Number({ description: "the same over 7 days; null without any" })),
  win_rate_30d: orNull(Type.Number({ description: "the same over 30 days; null without any" })),
  avg_trade_size: decimalOrNull("volume_24h ÷ trade_count_24h, in USDC; null without a fill"),
  position_count: Type.Integer({ description: "open positions" }),
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
  Type.Union([Type.Number(), Type.String()], { description: "decimal, in USDC; what is below is left out; default 0" }),
);

export const platformQueries = {
  topAddresses: queryKind({
    summary: "The wallets with the largest positions, volumes or results",
    weight: 10,
    ageMaxMs: 30 * MINUTE,
    showsWallets: true,
    request: Type.Object({
      symbol: Type.Optional(ofMarket),
      sort_by: Type.Optional(Type.Enum([...SORTS], { default: "notional", description: "largest first" })),
      min_notional: minNotional,
      limit: count("wallets", { fallback: 50, max: 200 }),
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
      limit: count("positions", { fallback: 500, max: 5_000 }),
      cursor,
    }),
    data: Type.Object({
      total_long_notional: decimalText("all long positions that the filters leave, in USDC"),
      total_short_notional: decimalText("all short positions that the filters leave, in USDC"),
      total_positions: Type.Integer({ description: "how many positions the filters leave" }),
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
    summary: "What is left of the pool of the caller's address",
    weight: 0,
    ageMaxMs: 0,
    request: Type.Object({}),
    data: Type.Object({
      limit: Type.Integer({ description: "weight per rolling minute" }),
      remaining: Type.Integer({ description: "weight that is left" }),
      reset: shownTime("when the oldest spent weight comes back; now when none is spent; by the machine's clock"),
      tier: Type.Enum(["default"], { description: "there is one" }),
    }),
  }),
};
