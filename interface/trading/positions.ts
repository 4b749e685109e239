// Positions and leverage. Interface 4.5, rules 4 and 5.

import Type from "typebox";
import { endpoint, perIp, perUser, stated } from "../rows/endpoint.ts";
import { marginMode, orNull, refusal, rows, symbol, time } from "../rows/shapes.ts";

/** The margin figures of an account, the same wherever they are shown. Rules 5.2. */
export const marginSummary = {
  free_collateral: Type.Number({ description: "collateral that no position or order needs, in USDC" }),
  account_value: Type.Number({ description: "balance and unsettled profit, in USDC" }),
  total_collateral_value: Type.Number({ description: "balance and unsettled profit of cross positions, in USDC" }),
  margin_ratio: Type.Number({ description: "collateral ÷ notional; 10 without positions" }),
  open_margin_ratio: Type.Number({ description: "collateral ÷ notional at entry prices" }),
  initial_margin_ratio: Type.Number({ description: "initial margin ÷ notional; 0 without positions" }),
  maintenance_margin_ratio: Type.Number({ description: "maintenance margin ÷ notional; 0 without positions" }),
  current_margin_ratio_with_orders: Type.Number({ description: "collateral ÷ notional as if open orders were filled" }),
  initial_margin_ratio_with_orders: Type.Number({
    description: "initial margin ÷ notional as if open orders were filled",
  }),
  maintenance_margin_ratio_with_orders: Type.Number({
    description: "maintenance margin ÷ notional as if open orders were filled",
  }),
};

/**
 * A row of the positions. `position_qty` is signed, `timestamp` is when the position was opened, `seq` rises with each change.
 */
export const position = Type.Object({
  symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
  position_qty: Type.Number({ description: "above 0 for a long, below 0 for a short, in base currency" }),
  cost_position: Type.Number({ description: "what was paid for the position, fees included, in USDC" }),
  average_open_price: Type.Number({ description: "in USDC, fees not included" }),
  mark_price: Type.Number({ description: "price at which the position is valued" }),
  settle_price: Type.Number({ description: "mark price of the last settlement; 0 when there was none" }),
  est_liq_price: orNull(
    Type.Number({
      description:
        "mark price at which maintenance margin is reached, other things being equal; null or 0 when there is none",
    }),
  ),
  unrealized_pnl: Type.Number({ description: "quantity × (mark price − average open price), in USDC" }),
  unsettled_pnl: Type.Number({ description: "profit not yet in the balance, fees and funding included, in USDC" }),
  pnl_24_h: Type.Number({ description: "profit or loss of the last 24 hours, in USDC" }),
  fee_24_h: Type.Number({ description: "fees of the last 24 hours, in USDC" }),
  last_sum_unitary_funding: Type.Number({
    description: "sum_unitary_funding of the market up to which funding has been accounted for",
  }),
  accrued_funding_fee: Type.Number({ description: "funding owed since then, in USDC" }),
  pending_long_qty: Type.Number({ description: "quantity of open buy orders, in base currency" }),
  pending_short_qty: Type.Number({
    description: "quantity of open sell orders, in base currency, as a negative number",
  }),
  imr: Type.Number({ description: "initial margin ratio of the position" }),
  mmr: Type.Number({ description: "maintenance margin ratio of the position" }),
  IMR_withdraw_orders: Type.Number({ description: "initial margin ratio as if open orders were filled" }),
  MMR_with_orders: Type.Number({ description: "maintenance margin ratio as if open orders were filled" }),
  leverage: Type.Integer({ description: "the leverage set for the market" }),
  margin_mode: marginMode,
  margin: Type.Number({ description: "isolated margin, in USDC; 0 in cross mode" }),
  seq: Type.Integer({ description: "increases with each change" }),
  timestamp: Type.Integer({ ...time, description: "when the position was opened, in milliseconds since 1970" }),
  updated_time: time,
});

export const leverage = Type.Object({ symbol: Type.String(), margin_mode: marginMode, leverage: Type.Integer() });

/** An account's figures before or after a previewed change. */
export const standing = Type.Object(
  {
    ...marginSummary,
    margin_used: Type.Number({ description: "collateral that cross positions and open cross orders need, in USDC" }),
    maintenance_margin: Type.Number({ description: "collateral below which cross positions are liquidated, in USDC" }),
    isolated_order_frozen: Type.Number({ description: "balance that open isolated orders set aside, in USDC" }),
    position: orNull(
      Type.Omit(position, ["pnl_24_h", "fee_24_h", "last_sum_unitary_funding", "seq", "timestamp", "updated_time"], {
        description:
          "the position concerned, with zeros when there is none; null when the request concerns every symbol",
      }),
    ),
  },
  { description: "margin figures of the account, and the position concerned" },
);

/** Asks for a preview: nothing changes. */
const previewFlag = Type.Optional(
  Type.Boolean({ default: false, description: "true: only show what would happen; nothing changes" }),
);

const changePreview = Type.Object({
  would_be: Type.Enum(["accepted", "refused"], { description: "what the venue would do with the change now" }),
  refusal,
  before: standing,
  after: orNull(standing),
});

// For any symbol; a symbol's own maximum is often lower.
const LEVERAGE_MAX = 100;

const leverageBody = Type.Object({
  symbol: Type.Optional(symbol),
  leverage: Type.Integer({ minimum: 1, maximum: LEVERAGE_MAX }),
  margin_mode: Type.Optional(marginMode),
  preview: previewFlag,
});

/**
 * The leverage that was set. If every symbol was set at once, `symbol` is empty and `rows` has each symbol's leverage.
 */
const leverageAnswer = Type.Object({
  symbol: Type.String(),
  margin_mode: marginMode,
  leverage: Type.Integer(),
  rows: Type.Optional(Type.Array(leverage)),
});

/** How many of an account's positions can be asked for. */
const POSITION_HISTORY_MAX = 500;

/** A position from its opening to its close. An order that reverses it closes it and opens the next one. */
const pastPosition = Type.Object({
  position_id: Type.Integer({ description: "number of the position at this venue" }),
  symbol: Type.String({ description: "PERP_<BASE>_USDC" }),
  side: Type.Enum(["LONG", "SHORT"], { description: "direction of the position" }),
  status: Type.Enum(["open", "partial_closed", "closed"], {
    description: "partial_closed: a part of it is still open",
  }),
  type: Type.Enum(["normal", "liquidated", "adl", "delisted"], {
    description: "what closed it or part of it: normal stands for the account's own orders",
  }),
  margin_mode: marginMode,
  leverage: Type.Integer({ description: "the leverage that was last set for the market while it was open" }),
  avg_open_price: Type.Number({ description: "average price of everything that was opened, in USDC" }),
  avg_close_price: orNull(
    Type.Number({ description: "average price of everything that was closed, in USDC; null while nothing was" }),
  ),
  max_position_qty: Type.Number({ description: "largest size of the position, in base currency" }),
  closed_position_qty: Type.Number({ description: "how much was closed, in base currency" }),
  trading_fee: Type.Number({ description: "fees of its trades, in USDC" }),
  accumulated_funding_fee: Type.Number({ description: "funding paid less funding received, in USDC" }),
  insurance_fund_fee: Type.Number({ description: "what the insurance fund got from its liquidation, in USDC" }),
  liquidator_fee: Type.Number({ description: "what the liquidator got from its liquidation, in USDC" }),
  liquidation_id: orNull(Type.Integer({ description: "its last liquidation or deleveraging; null if there was none" })),
  realized_pnl: Type.Number({ description: "profit or loss of what was closed, without fees and funding, in USDC" }),
  open_timestamp: Type.Integer({ ...time, description: "when it was opened, in milliseconds since 1970" }),
  close_timestamp: orNull(
    Type.Integer({ ...time, description: "when it was closed, in milliseconds since 1970; null while it is open" }),
  ),
  last_update_timestamp: Type.Integer({ ...time, description: "when it last changed, in milliseconds since 1970" }),
});

const marginModeQuery = { margin_mode: Type.Optional(marginMode) };

export const positions = {
  getPositions: endpoint({
    method: "GET",
    path: "/v1/positions",
    summary: "Open positions and the margin figures of the account",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    data: Type.Object({
      ...marginSummary,
      total_unrealized_pnl: Type.Number({ description: "unrealized profit or loss of all positions, in USDC" }),
      total_pnl_24_h: Type.Number(),
      rows: Type.Array(position),
    }),
    source: "interface 4.5, rules 5.2",
  }),
  getPosition: endpoint({
    method: "GET",
    path: "/v1/position/{symbol}",
    summary: "The position of one symbol, with zeros when there is none",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    params: Type.Object({ symbol }),
    query: Type.Object(marginModeQuery),
    data: position,
    source: "interface 4.10, errors 8.5",
  }),
  getLeverage: endpoint({
    method: "GET",
    path: "/v1/client/leverage",
    summary: "The leverage of one symbol",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perIp(10),
    query: Type.Object({ symbol, ...marginModeQuery }),
    data: leverage,
    source: "interface 4.10, rules 5.7",
  }),
  getLeverages: endpoint({
    method: "GET",
    path: "/v1/client/leverages",
    summary: "The leverage of every symbol in both margin modes",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    data: rows(leverage),
    source: "interface 4.10, rules 5.7",
  }),
  setLeverages: endpoint({
    method: "POST",
    path: "/v1/client/leverages",
    summary: "Set the leverage of one symbol, or of all symbols if none is given, each up to its maximum",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    body: leverageBody,
    data: leverageAnswer,
    preview: changePreview,
    errors: ["core_unavailable", "refused", "insufficient_margin", "position_limit"],
    source: "interface 4.5, rules 5.7, errors 8.5",
  }),
  getPositionHistory: endpoint({
    method: "GET",
    path: "/v1/position_history",
    summary: "Present and past positions of the account, most recently opened first",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    query: Type.Object({
      symbol: Type.Optional(symbol),
      limit: Type.Integer({ minimum: 1, maximum: POSITION_HISTORY_MAX, description: "maximum number of positions" }),
    }),
    data: rows(pastPosition),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 4",
  }),
  getPositionsLite: endpoint({
    method: "GET",
    path: "/v1/positions_lite",
    summary: "Open positions only",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    data: rows(Type.Omit(position, ["accrued_funding_fee", "seq"])),
    source: "interface 4.10",
  }),
  setMarginMode: endpoint({
    method: "POST",
    path: "/v1/client/margin_mode",
    summary:
      "Set the margin mode of a symbol's orders that do not specify one; refused while the current mode is in use",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    body: Type.Object({ symbol, default_margin_mode: marginMode }),
    errors: ["core_unavailable", "refused"],
    source: "interface 4.10, rules 5.8, errors 8.5",
  }),
  getMarginModes: endpoint({
    method: "GET",
    path: "/v1/client/margin_modes",
    summary: "The margin mode of every symbol",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    data: rows(Type.Object({ symbol: Type.String(), default_margin_mode: marginMode })),
    source: "interface 4.10, rules 5.8",
  }),
  movePositionMargin: endpoint({
    method: "POST",
    path: "/v1/position_margin",
    summary: "Move balance into an isolated position (ADD) or back (REDUCE)",
    auth: "signed",
    scopes: ["trading"],
    once: true,
    limit: stated(perUser(10)),
    body: Type.Object({
      symbol,
      amount: Type.String({ description: "in USDC, a decimal as text" }),
      type: Type.Enum(["ADD", "REDUCE"], { description: "ADD moves balance into the position, REDUCE moves it back" }),
      preview: previewFlag,
    }),
    preview: changePreview,
    errors: ["not_found", "duplicate", "core_unavailable", "refused", "insufficient_margin"],
    source: "interface 4.5, rules 5.9, errors 8.5",
  }),
  setLeverage: endpoint({
    method: "POST",
    path: "/v1/client/leverage",
    summary: "Another name of `POST /v1/client/leverages`",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    body: leverageBody,
    data: leverageAnswer,
    preview: changePreview,
    errors: ["core_unavailable", "refused", "insufficient_margin", "position_limit"],
    source: "interface 4.5, rules 5.7",
  }),
};
