// Positions and leverage. Interface 4.5, rules 4 and 5.

import Type from "typebox";
import { endpoint, perIp, perUser } from "./endpoint.ts";
import { marginMode, orNull, rows, symbol, time } from "./shapes.ts";

/** The margin figures of an account, the same wherever they are shown. Rules 5.2. */
export const marginSummary = {
  free_collateral: Type.Number(),
  account_value: Type.Number(),
  total_collateral_value: Type.Number(),
  margin_ratio: Type.Number(),
  open_margin_ratio: Type.Number(),
  initial_margin_ratio: Type.Number(),
  maintenance_margin_ratio: Type.Number(),
  current_margin_ratio_with_orders: Type.Number(),
  initial_margin_ratio_with_orders: Type.Number(),
  maintenance_margin_ratio_with_orders: Type.Number(),
};

/** A position row. `position_qty` is signed, `timestamp` is when it was opened, `seq` rises with each change. */
export const position = Type.Object({
  symbol: Type.String(),
  position_qty: Type.Number(),
  cost_position: Type.Number(),
  average_open_price: Type.Number(),
  mark_price: Type.Number(),
  settle_price: Type.Number(),
  est_liq_price: orNull(Type.Number()),
  unsettled_pnl: Type.Number(),
  pnl_24_h: Type.Number(),
  fee_24_h: Type.Number(),
  last_sum_unitary_funding: Type.Number(),
  accrued_funding_fee: Type.Number(),
  pending_long_qty: Type.Number(),
  pending_short_qty: Type.Number(),
  imr: Type.Number(),
  mmr: Type.Number(),
  IMR_withdraw_orders: Type.Number(),
  MMR_with_orders: Type.Number(),
  leverage: Type.Integer(),
  margin_mode: marginMode,
  margin: Type.Number(),
  seq: Type.Integer(),
  timestamp: time,
  updated_time: time,
});

export const leverage = Type.Object({ symbol: Type.String(), margin_mode: marginMode, leverage: Type.Integer() });

// Whatever the symbol; a symbol's own maximum is often lower.
const LEVERAGE_MAX = 100;

const leverageBody = Type.Object({
  symbol: Type.Optional(symbol),
  leverage: Type.Integer({ minimum: 1, maximum: LEVERAGE_MAX }),
  margin_mode: Type.Optional(marginMode),
});

/** What was set. When it was every symbol at once, `symbol` is empty and `rows` says what each symbol has now. */
const leverageAnswer = Type.Object({
  symbol: Type.String(),
  margin_mode: marginMode,
  leverage: Type.Integer(),
  rows: Type.Optional(Type.Array(leverage)),
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
    data: Type.Object({ ...marginSummary, total_pnl_24_h: Type.Number(), rows: Type.Array(position) }),
    source: "interface 4.5, rules 5.2",
  }),
  getPosition: endpoint({
    method: "GET",
    path: "/v1/position/{symbol}",
    summary: "The position of one symbol, zeros where there is none",
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
    summary: "Set the leverage of one symbol, or without a symbol of all, each up to its maximum",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    body: leverageBody,
    data: leverageAnswer,
    source: "interface 4.5, rules 5.7, errors 8.5",
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
    source: "interface 4.5, rules 5.7",
  }),
};
