// The tables of money beyond single ledger entries: settlements, transfers between accounts, the latest state of deposits
// and withdrawals, and what the daily job paid out.

import type { DepositState, FundsEvent, WithdrawalState } from "@evermark/engine";
import { counted, json, table, text, whole } from "./column.ts";

type Distributed = Extract<FundsEvent, { type: "distributed" }>;
type SettledMarkets = readonly { readonly market: number; readonly amount: number }[];

export const moneyTables = {
  settlements: table({
    meaning: "Unsettled profit and loss moved into the balance.",
    columns: {
      settlement_id: whole("number"),
      account: whole("number"),
      holding_before: whole("micros"),
      holding_after: whole("micros"),
      symbols: json<SettledMarkets>("[{market, amount}]"),
      at: whole("ms"),
    },
    key: ["settlement_id"],
    indices: { settlements_by_account: { on: ["account", "at"] } },
  }),

  transfers: table({
    meaning: "Money moved between accounts of one wallet or builder.",
    columns: {
      transfer_id: whole("number"),
      request_id: whole("number"),
      sender: whole("number"),
      receiver: whole("number"),
      amount: whole("micros"),
      at: whole("ms"),
    },
    key: ["transfer_id"],
    // Lists are sorted by time and number, and filtered and counted by the other side: an index entry answers without its row.
    indices: {
      transfers_by_sender: { on: ["sender", "at", "transfer_id", "receiver"], since: 6 },
      transfers_by_receiver: { on: ["receiver", "at", "transfer_id", "sender"], since: 6 },
    },
  }),

  withdrawals: table({
    meaning: "Each withdrawal in its last state.",
    columns: {
      withdrawal_id: whole("number"),
      account: whole("number"),
      amount: whole("micros", "without the fee"),
      fee: whole("micros"),
      chain_id: whole("number"),
      receiver: text(),
      state: text<WithdrawalState>(),
      tx_id: text("empty until there is a transaction"),
      created_at: whole("ms"),
      updated_at: whole("ms"),
    },
    key: ["withdrawal_id"],
    indices: { withdrawals_by_account: { on: ["account", "created_at"] } },
  }),

  deposits: table({
    meaning: "Each deposit that was detected, in its last state.",
    since: 7,
    columns: {
      deposit_id: counted(),
      account: whole("number"),
      amount: whole("micros"),
      source: text(),
      chain_key: text("identifies the deposit on its chain; empty if it did not come from a chain"),
      reference: text(),
      chain_id: whole("number", "0 if unknown"),
      tx_id: text(),
      state: text<DepositState>(),
      reason: text("why it failed; otherwise empty"),
      created_at: whole("ms"),
      updated_at: whole("ms"),
    },
    key: ["deposit_id"],
    indices: {
      deposits_by_account: { on: ["account", "created_at", "state"] },
      deposits_on_their_way: { on: ["chain_key"], where: "state IN ('PENDING', 'PROCESSED')" },
      deposits_credited: {
        on: ["reference"],
        where: "state = 'COMPLETED'",
        meaning: "From an entry of the ledger to its transaction: a reference is credited only once.",
      },
    },
  }),

  received: table({
    meaning: "Deposits by plain transfer to an account's receiver address, each in its last state.",
    since: 7,
    columns: {
      key: text(),
      account: whole("number"),
      reference: text("receiver:<chain>:<transaction>:<log>:<token>"),
      amount: whole("micros"),
      state: text<DepositState>(),
      reason: text("why it failed; otherwise empty"),
      created_at: whole("ms"),
      updated_at: whole("ms"),
    },
    key: ["key"],
    liesAsItCame: true,
    indices: {
      received_by_account: { on: ["account", "created_at"] },
      received_by_reference: { on: ["reference"] },
    },
  }),

  distributions: table({
    meaning: "Rebates and fee shares that the daily job paid out.",
    columns: {
      distribution_id: whole("number"),
      account: whole("number"),
      kind: text<Distributed["kind"]>(),
      amount: whole("micros"),
      at: whole("ms"),
    },
    key: ["distribution_id"],
    indices: { distributions_by_account: { on: ["account", "at", "kind"] } },
  }),
};
