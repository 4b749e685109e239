// The tables of strategy vaults: operations, the starts of periods, each account's deposits and withdrawals, the cost of its
// shares and the fees on them, and the vault's value over time. Rules 10.

import type { VaultEvent } from "@evermark/engine";
import { flag, real, table, text, whole, word } from "./column.ts";

type VaultOperation = Extract<VaultEvent, { type: "operation" }>;

export const VALUE_RESOLUTIONS = ["hour", "day"] as const;

export const vaultTables = {
  vault_operations: table({
    meaning: "What was asked of a vault.",
    since: 7,
    columns: {
      operation_id: whole("number"),
      vault_id: text(),
      account: whole("number"),
      operation: text<VaultOperation["operation"]>(),
      amount: whole("count", "as asked for: micros of a deposit, millionths of a share of a withdrawal"),
      state: text<VaultOperation["state"]>(),
      result: whole("count", "what it came to so far: shares minted, or micros paid"),
      created_at: whole("ms"),
      updated_at: whole("ms"),
    },
    key: ["operation_id"],
    indices: {
      vault_operations_by_account: { on: ["account", "created_at", "vault_id", "operation"] },
      vault_operations_waiting: { on: ["account", "vault_id"], where: "state IN ('pending', 'assigned')" },
    },
  }),

  vault_periods: table({
    meaning: "When each period of a vault started.",
    since: 7,
    columns: { vault_id: text(), period: whole("number"), started_at: whole("ms") },
    key: ["vault_id", "period"],
  }),

  vault_flows: table({
    meaning: "What an account put in and took out, by the period at whose start the money moved.",
    since: 7,
    columns: {
      vault_id: text(),
      account: whole("number"),
      period: whole("number"),
      deposited: whole("micros"),
      withdrawn: whole("micros"),
    },
    key: ["vault_id", "account", "period"],
  }),

  vault_holders: table({
    meaning: "The main shares of each investor.",
    since: 7,
    columns: {
      account: whole("number"),
      vault_id: text(),
      shares: whole("shares"),
      cost: whole("micros", "what those cost that are left"),
      fees: real("micros", "performance fees that they bore up to the fee mark"),
      fee_mark: real("USDC"),
    },
    key: ["account", "vault_id"],
  }),

  vault_totals: table({
    meaning: "Figures over a vault's whole life, kept as they happen.",
    since: 7,
    columns: {
      vault_id: text(),
      fund: whole("number", "the account that trades for it"),
      is_open: flag(),
      flow: whole("micros", "what investors have put in, less what they have redeemed"),
      fees: whole("micros", "what the provider has taken as performance fee"),
      volume: whole("micros", "what the fund has traded"),
      fee_mark: real("USDC", "performance fees that one main share has borne since the beginning"),
      main_shares: whole("shares"),
      first_period_at: whole("ms", "0 before the first"),
      top_price: whole("micros", "of a share, the highest so far, on the hours"),
      top_profit: whole("micros"),
      drawdown: real("part", "the deepest fall from the highest price"),
      profit_drawdown: whole("micros"),
    },
    key: ["vault_id"],
  }),

  vault_values: table({
    meaning:
      "What a vault was worth at the end of an hour or as the last of a day, with its totals up to then. Hours are kept " +
      "for a month, days for good.",
    since: 7,
    columns: {
      vault_id: text(),
      resolution: word(VALUE_RESOLUTIONS),
      slot: whole("count", "hours or days since 1970"),
      at: whole("ms"),
      value: whole("micros"),
      price: whole("micros", "of a share"),
      flow: whole("micros"),
      fees: whole("micros"),
      volume: whole("micros"),
    },
    key: ["vault_id", "resolution", "slot"],
  }),
};
