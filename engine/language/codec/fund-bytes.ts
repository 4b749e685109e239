// How the journal writes the commands of language/commands/fund-commands.ts.

import type { FundsCommand } from "../commands/fund-commands.ts";
import { type Kind, type Layouts, SIGNED_REQUEST } from "./fields.ts";

const DEPOSIT_SOURCES = ["faucet", "chain", "receiver"] as const;

const ON_CHAIN: Kind = {
  optional: {
    record: [
      ["key", "text"],
      ["chainId", "f64"],
      ["transaction", "text"],
    ],
  },
};

const WITHDRAWAL_PROOF: Kind = {
  optional: {
    record: [
      ["signature", "text"],
      ["signedAt", "f64"],
      ["signer", "text"],
    ],
  },
};

export const FUNDS_LAYOUTS: Layouts<FundsCommand> = {
  credit_deposit: {
    tag: 5,
    fields: [
      ["account", "i32"],
      ["amount", "f64"],
      ["source", DEPOSIT_SOURCES],
      ["reference", "text"],
      ["onChain", ON_CHAIN, null],
    ],
  },
  observe_deposit: {
    tag: 97,
    fields: [
      ["key", "text"],
      ["account", "i32"],
      ["amount", "f64"],
      ["source", ["chain", "receiver"]],
      ["reference", "text"],
      ["state", ["PENDING", "PROCESSED"]],
      ["chainId", "f64"],
      ["transaction", "text"],
    ],
  },
  drop_deposit: {
    tag: 98,
    fields: [
      ["key", "text"],
      ["reason", "text"],
    ],
  },
  settle_pnl: {
    tag: 12,
    fields: [
      ["account", "i32"],
      ["nonce", "f64", 0],
    ],
  },
  park_deposit: {
    tag: 25,
    fields: [
      ["amount", "f64"],
      ["reference", "text"],
      ["accountId", "text"],
      ["reason", "text"],
    ],
  },
  issue_nonce: {
    tag: 26,
    fields: [
      ["account", "i32"],
      ["kind", ["withdraw", "settle", "transfer"]],
    ],
  },
  request_withdrawal: {
    tag: 27,
    fields: [
      ["account", "i32"],
      ["amount", "f64"],
      ["fee", "f64"],
      ["nonce", "f64"],
      ["chainId", "f64"],
      ["receiver", "text"],
      ["proof", WITHDRAWAL_PROOF, null],
    ],
  },
  send_withdrawal: {
    tag: 99,
    fields: [
      ["withdrawalId", "f64"],
      ["transaction", "text"],
      ["raw", "text"],
      ["sender", "text"],
      ["chainNonce", "f64"],
    ],
  },
  pause_withdrawals: { tag: 100, fields: [["paused", "bool"]] },
  advance_withdrawal: {
    tag: 28,
    fields: [
      ["withdrawalId", "f64"],
      ["to", ["PENDING", "PENDING_REBALANCE", "PROCESSING", "COMPLETED", "FAILED"]],
      ["transaction", "text"],
      ["reason", { optional: "text" }, null],
    ],
  },
  transfer_funds: {
    tag: 29,
    fields: [
      ["account", "i32"],
      [
        "receivers",
        {
          list: [
            ["account", "i32"],
            ["amount", "f64"],
          ],
        },
      ],
      ["nonce", "f64"],
      ["request", SIGNED_REQUEST, null],
    ],
  },
  allow_transfers: {
    tag: 30,
    fields: [
      ["account", "i32"],
      ["broker", "i32"],
      ["allowed", "bool"],
    ],
  },
  top_up_insurance: {
    tag: 31,
    fields: [
      ["amount", "f64"],
      ["reference", "text"],
    ],
  },
};
