// The account: its balance, its fees and limits, and its margin figures. Interface 4.1 and 4.5.

import Type from "typebox";
import { endpoint, perUser } from "../rows/endpoint.ts";
import { time } from "../rows/shapes.ts";
import { marginSummary } from "../trading/positions.ts";

/** The balance of one token. `frozen` is being withdrawn and does not count as collateral. Interface 2.2, rules 5.2. */
export const holding = Type.Object({
  token: Type.String({ description: "always USDC" }),
  holding: Type.Number({ description: "balance" }),
  frozen: Type.Number({ description: "being withdrawn; does not count as collateral" }),
  pending_short: Type.Number({ description: "always 0" }),
  isolated_margin: Type.Number({ description: "margin held by isolated positions" }),
  isolated_order_frozen: Type.Number({ description: "margin held for open isolated orders" }),
  withdrawable: Type.Number({
    description: "largest amount that can be withdrawn, transferred or moved into an isolated position now, in USDC",
  }),
  updated_time: time,
});

export const account = {
  getHolding: endpoint({
    method: "GET",
    path: "/v1/client/holding",
    summary: "Balances of the account; with `all`, also empty ones",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    query: Type.Object({ all: Type.Optional(Type.Boolean({ default: false })) }),
    data: Type.Object({ holding: Type.Array(holding) }),
    errors: ["core_unavailable"],
    source: "interface 4.5, rules 5.2",
  }),
  getClientInfo: endpoint({
    method: "GET",
    path: "/v1/client/info",
    summary: "Terms of the account; an answer proves that the credentials are valid. Fee rates are in basis points",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    data: Type.Object({
      account_id: Type.String(),
      email: Type.String(),
      account_mode: Type.Literal("FUTURES"),
      max_leverage: Type.Number(),
      taker_fee_rate: Type.Number(),
      maker_fee_rate: Type.Number(),
      futures_taker_fee_rate: Type.Number(),
      futures_maker_fee_rate: Type.Number(),
      rwa_taker_fee_rate: Type.Number(),
      rwa_maker_fee_rate: Type.Number(),
      maintenance_cancel_orders: Type.Boolean(),
      imr_factor: Type.Record(Type.String(), Type.Number()),
      max_notional: Type.Record(Type.String(), Type.Number()),
    }),
    source: "interface 4.1",
  }),
  setMaintenanceConfig: endpoint({
    method: "POST",
    path: "/v1/client/maintenance_config",
    summary: "Set whether the account's open orders are cancelled when maintenance begins",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    body: Type.Object({ maintenance_cancel_order_flag: Type.Boolean() }),
    data: Type.Object({ success_alter: Type.String() }),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 11.5",
  }),
  getAccountInfo: endpoint({
    method: "GET",
    path: "/v1/account_info",
    summary: "Margin figures of the account",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    data: Type.Object({ ...marginSummary, total_pnl_24h: Type.Number() }),
    source: "interface 4.10, rules 5.2",
  }),
};
