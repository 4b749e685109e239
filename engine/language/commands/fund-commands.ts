// Deposits, withdrawals, transfers between accounts, and settlement of PnL into balance. Rules 4.5, 9.2 to 9.6.

import type { WithdrawalId } from "../../base/units.ts";
import { DEPOSIT_SOURCES, WITHDRAWAL_STATES } from "../../base/vocabulary.ts";
import {
  account,
  broker,
  count,
  flag,
  id,
  lacking,
  list,
  money,
  nullable,
  record,
  since,
  text,
  type ValuesOf,
  word,
} from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";
import { REQUEST } from "./signed-request-field.ts";

const AMOUNT = money("", { least: 1, most: Number.MAX_SAFE_INTEGER });

/** Where a deposit is on its chain. */
const ON_CHAIN = {
  key: text(
    "Identifies the deposit on its chain: `<chain id>:<transaction>:<which of the deposits in it>`. None of these changes " +
      "when a block is replaced.",
  ),
  chainId: count("chain"),
  transaction: text("Hash of the transaction, in lower case."),
};
export type OnChain = ValuesOf<typeof ON_CHAIN>;

/** A deposit that names no account to which it could be credited. */
const PARKED_DEPOSIT = {
  amount: AMOUNT,
  reference: text(),
  accountId: text("The account id that the deposit named on the chain."),
  reason: text("Why it is not credited."),
};
export type ParkedDeposit = ValuesOf<typeof PARKED_DEPOSIT>;

/** The terms of a withdrawal that a wallet asks for. Rules 9.3. */
const WITHDRAWAL_TERMS = {
  account: account(),
  amount: AMOUNT,
  fee: money("Fee of the chain, deducted from `amount`."),
  nonce: count("nonce", "Nonce of the wallet's message."),
  chainId: count("chain"),
  receiver: text("`0x` and 40 lower-case hex digits."),
};
export type WithdrawalTerms = ValuesOf<typeof WITHDRAWAL_TERMS>;

/** What the vault requires before it pays, beyond the terms: the message as it was signed. */
const WITHDRAWAL_PROOF = {
  signature: text("`0x` and hex digits."),
  signedAt: count("milliseconds since 1970", "The time in the message."),
  signer: text('Who signed in the place of the account\'s wallet, in lower case; "" for the wallet itself.'),
};
export type WithdrawalProof = ValuesOf<typeof WITHDRAWAL_PROOF>;

/** A transaction that pays a withdrawal, as it is sent to the chain. */
const CHAIN_TRANSACTION = {
  transaction: text("Hash of the transaction, in lower case."),
  raw: text("The signed transaction, `0x` and hex digits: the same bytes can be sent again.", { most: 16_384 }),
  sender: text("Address that sends the transaction, in lower case."),
  chainNonce: count("nonce", "Nonce of the transaction on the chain."),
};
export type ChainTransaction = ValuesOf<typeof CHAIN_TRANSACTION>;

const [, ...CHAIN_SOURCES] = DEPOSIT_SOURCES;
export type DepositSource = (typeof DEPOSIT_SOURCES)[number];

export const FUND_COMMANDS = commands({
  credit_deposit: {
    tag: 5,
    does: "Credits money that reached custody, once per `reference`. Rules 9.2.",
    from: ["trader", "operator", "venue"],
    refusals: ["duplicate", "invalid_parameter", "not_found", "refused"],
    fields: {
      account: account(),
      amount: AMOUNT,
      source: word(
        DEPOSIT_SOURCES,
        "faucet: given without a deposit; chain: through the vault; receiver: by transfer to a receiver address.",
      ),
      reference: text(
        "Never used twice, for instance `faucet:<account>:<n>` or `deposit:<chain>:<vault>:<nonce>`, or, for a transfer to " +
          "the account's receiver address, `receiver:<chain>:<transaction>:<log>:<token>`.",
      ),
      onChain: lacking(nullable(record(ON_CHAIN, "null if the deposit did not come from a chain.")), null),
    },
  },
  observe_deposit: {
    tag: 97,
    does:
      "Records a deposit that is on its chain but not final yet; a repetition with other facts is about the same " +
      "deposit. Changes no balance. Rules 9.2.",
    from: ["venue"],
    refusals: ["duplicate", "invalid_parameter", "not_found", "refused"],
    fields: {
      key: { ...ON_CHAIN.key, least: 1 },
      account: account(),
      amount: AMOUNT,
      source: word(CHAIN_SOURCES),
      reference: text("Reference under which it would be credited in the chain's present state."),
      state: word(["PENDING", "PROCESSED"], "PROCESSED: on its way from the receiver address into custody."),
      chainId: ON_CHAIN.chainId,
      transaction: ON_CHAIN.transaction,
    },
  },
  drop_deposit: {
    tag: 98,
    does: "Records that an observed deposit is no longer on its chain, or can't be credited. Rules 9.2.",
    from: ["venue"],
    refusals: ["not_found"],
    fields: { key: text("Identifies the deposit on its chain, as when it was observed."), reason: text() },
  },
  settle_pnl: {
    tag: 12,
    does: "Moves all unsettled PnL of an account into its balance. Rules 4.5.",
    from: ["trader"],
    refusals: ["invalid_nonce", "not_found", "refused"],
    fields: {
      account: account(),
      nonce: since(count("nonce", "Issued by `issue_nonce`; 0 for a settlement by the venue itself."), 0),
    },
  },
  park_deposit: {
    tag: 25,
    does: "Keeps a deposit that names no account to which it could be credited, until an operator credits it. Rules 9.2.",
    from: ["operator", "venue"],
    refusals: ["duplicate", "invalid_parameter"],
    fields: PARKED_DEPOSIT,
  },
  issue_nonce: {
    tag: 26,
    does: "Issues the next nonce of a kind. Rules 9.4.",
    from: ["trader"],
    refusals: ["not_found"],
    fields: { account: account(), kind: word(["withdraw", "settle", "transfer"]) },
  },
  request_withdrawal: {
    tag: 27,
    does: "Accepts a withdrawal: its amount is frozen until it is paid on the chain. Rules 9.3.",
    from: ["trader"],
    refusals: ["amount_error", "invalid_nonce", "invalid_receiver", "not_found", "refused"],
    fields: {
      ...WITHDRAWAL_TERMS,
      proof: lacking(nullable(record(WITHDRAWAL_PROOF, "null if there is no vault that would check it.")), null),
    },
  },
  send_withdrawal: {
    tag: 99,
    does:
      "Records a transaction before it is sent: the first moves a PENDING withdrawal to PROCESSING, later ones with the same " +
      "sender and nonce replace it at another price. Rules 9.3.",
    from: ["venue"],
    refusals: ["duplicate", "not_found", "refused"],
    fields: { withdrawalId: id<WithdrawalId>(), ...CHAIN_TRANSACTION },
  },
  pause_withdrawals: {
    tag: 100,
    does: "Sets whether accepted withdrawals wait instead of being sent. Rules 9.3.",
    from: ["operator"],
    refusals: [],
    fields: { paused: flag() },
  },
  advance_withdrawal: {
    tag: 28,
    does:
      "Moves a withdrawal to its next state; from PROCESSING back to PENDING only with proof that nothing was paid. " +
      "Rules 9.3.",
    from: ["venue", "operator"],
    refusals: ["not_found", "refused"],
    fields: {
      withdrawalId: id<WithdrawalId>(),
      to: word(WITHDRAWAL_STATES),
      transaction: text('Hash of the chain\'s transaction, "" while there is none.'),
      reason: lacking(nullable(text("Reason, if the state does not imply it.")), null),
    },
  },
  transfer_funds: {
    tag: 29,
    does: "Moves balance to other accounts at once: to all receivers or none. Rules 9.5.",
    from: ["trader"],
    refusals: [
      "amount_error",
      "duplicate",
      "foreign_sub_account",
      "invalid_nonce",
      "invalid_parameter",
      "not_found",
      "refused",
      "transfer_to_self",
      "unknown_receiver",
      "withdrawal_in_progress",
    ],
    fields: {
      account: account(),
      receivers: list({ account: account(), amount: AMOUNT }, "", { least: 1, most: 50 }),
      nonce: count(
        "nonce",
        "Nonce of a wallet-signed transfer, which may go to any account; 0 for a transfer signed by a key.",
      ),
      request: REQUEST,
    },
  },
  allow_transfers: {
    tag: 30,
    does: "Allows key-signed transfers from an account, or from a builder's accounts, to any other account. Rules 9.5.",
    from: ["operator"],
    refusals: ["invalid_parameter", "not_found"],
    fields: {
      account: account("-1 when a builder is named."),
      broker: broker("-1 when an account is named."),
      allowed: flag(),
    },
  },
  top_up_insurance: {
    tag: 31,
    does: "The operator pays into the insurance fund, once per `reference`. Rules 7.6.",
    from: ["venue", "operator"],
    refusals: ["duplicate", "invalid_parameter"],
    fields: { amount: AMOUNT, reference: text() },
  },
});

type Of = typeof FUND_COMMANDS;
export type CreditDeposit = CommandOf<Of, "credit_deposit">;
export type ObserveDeposit = CommandOf<Of, "observe_deposit">;
export type DropDeposit = CommandOf<Of, "drop_deposit">;
export type SettlePnl = CommandOf<Of, "settle_pnl">;
export type ParkDeposit = CommandOf<Of, "park_deposit">;
export type IssueNonce = CommandOf<Of, "issue_nonce">;
export type RequestWithdrawal = CommandOf<Of, "request_withdrawal">;
export type SendWithdrawal = CommandOf<Of, "send_withdrawal">;
export type PauseWithdrawals = CommandOf<Of, "pause_withdrawals">;
export type AdvanceWithdrawal = CommandOf<Of, "advance_withdrawal">;
export type TransferFunds = CommandOf<Of, "transfer_funds">;
export type AllowTransfers = CommandOf<Of, "allow_transfers">;
export type TopUpInsurance = CommandOf<Of, "top_up_insurance">;
