// The tables of strategy vaults: operations, the starts of periods, each account's deposits and withdrawals, the cost of its
// shares and the fees on them, and the vault's value over time. Rules 10.

import type { VaultEvent } from "@evermark/engine";
import { flag, real, table, text, whole, word } from "./column.ts";

type VaultOperation = Extract<VaultEvent, { type: "operation" }>;

export const VALUE_RESOLUTIONS = ["hour", "day"] as const;

export const vaultTables = {
  vault_operations: table({
    meaning: "Requests to vaults.",
    since: 7,
    columns: {
      operation_id: whole("number"),
      vault_id: text(),
      account: whole("number"),
      operation: text<VaultOperation["operation"]>(),
      amount: whole("count", "requested amount: micros for a deposit, millionths of a share for a withdrawal"),
      state: text<VaultOperation["state"]>(),
      result: whole("count", "result so far: shares minted, or micros paid"),
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
    meaning: "What an account deposited and redeemed, by the period at whose start the money moved.",
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
      cost: whole("micros", "cost of the shares that are left"),
      fees: real("micros", "performance fees charged on the shares up to the fee mark"),
      fee_mark: real("USDC"),
    },
    key: ["account", "vault_id"],
  }),

  vault_totals: table({
    meaning: "Figures over a vault's lifetime, kept up to date.",
    since: 7,
    columns: {
      vault_id: text(),
      fund: whole("number", "the account that trades for it"),
      is_open: flag(),
      flow: whole("micros", "deposits of investors less their redemptions"),
      fees: whole("micros", "performance fees that the provider has taken"),
      volume: whole("micros", "volume of the fund"),
      fee_mark: real("USDC", "performance fees charged on one main share since the beginning"),
      main_shares: whole("shares"),
      first_period_at: whole("ms", "0 before the first period"),
      top_price: whole("micros", "highest hourly price of a share so far"),
      top_profit: whole("micros"),
      drawdown: real("part", "largest fall from the highest price, as a fraction"),
      profit_drawdown: whole("micros"),
    },
    key: ["vault_id"],
  }),

  vault_values: table({
    meaning:
      "Value of a vault at the end of an hour, or the last value of a day, with its totals up to then. Hours are kept " +
      "for a month, days for ever.",
    since: 7,
    columns: {
      vault_id: text(),
      resolution: word(VALUE_RESOLUTIONS),
      slot: whole("count", "hours or days since 1970"),
      at: whole("ms"),
      value: whole("micros"),
      price: whole("micros", "price of a share"),
      flow: whole("micros"),
      fees: whole("micros"),
      volume: whole("micros"),
    },
    key: ["vault_id", "resolution", "slot"],
  }),
};
