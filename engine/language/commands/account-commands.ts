// Builders, accounts, sub-accounts and keys. Interface 4.1, rules 9.1, 9.6.

import { millis } from "../../base/units.ts";
import { account, count, feeRate, flag, lacking, nullable, since, small, text, time } from "../field.ts";
import { type CommandOf, commands } from "./declaration.ts";

/** `signedAt` of a binding made before the time in its message was kept. */
export const UNDATED = 0;

export const ACCOUNT_COMMANDS = commands({
  add_broker: {
    tag: 2,
    does: "Makes a builder known and sets its default user fees. Builders count from 0. Rules 8.1.",
    from: ["venue", "trader"],
    refusals: ["duplicate", "invalid_parameter"],
    fields: {
      brokerId: text("What it is called on the wire."),
      takerFee: feeRate("Of its users' executions as takers; at least what a new builder's tier allows.", {
        most: 1_000,
      }),
      makerFee: feeRate("And as makers.", { most: 1_000 }),
    },
  },
  open_account: {
    tag: 3,
    does: "Opens an account for a wallet under a builder. Interface 4.1, rules 9.1.",
    from: ["trader"],
    refusals: ["duplicate", "not_found"],
    fields: {
      accountId: text("`0x` and 64 lower-case hex digits."),
      wallet: text("`0x` and 40 lower-case hex digits."),
      brokerId: text(),
      forDeposit: lacking(
        nullable(
          flag(
            "Yes where a deposit opens it, of which its owner need not know: he may open it himself afterwards, once.",
          ),
        ),
        null,
      ),
    },
  },
  bind_key: {
    tag: 4,
    does:
      "Binds an API key to an account, or replaces scope and expiration of one that is bound to it by a later message " +
      "than the one before. Interface 4.1.",
    from: ["trader"],
    refusals: ["duplicate", "not_found", "signer_mismatch", "timestamp_expired"],
    fields: {
      account: account(),
      key: text("`ed25519:` and the base58 public key."),
      scope: text("Comma-separated words of `read`, `trading`, `asset`."),
      expiration: time("When it ends."),
      signedAt: since(
        time("The time in the message that the wallet signed; 0 where it was not kept yet."),
        millis(UNDATED),
      ),
      tag: lacking(nullable(text("What its owner calls it; no signature covers this.")), null),
      signer: lacking(
        nullable(text("Who signed, if that was the delegate signer of a contract: refused unless it still is.")),
        null,
      ),
    },
  },
  remove_key: {
    tag: 80,
    does: "Ends a key of an account. It can be bound again by a message that is later than the last one.",
    from: ["trader"],
    refusals: ["not_found"],
    fields: { account: account(), key: text() },
  },
  restrict_key: {
    tag: 81,
    does:
      "Says from which addresses a key may be used; holds until it is said again, however often the key is bound. " +
      "Interface 4.7.",
    from: ["trader"],
    refusals: ["invalid_parameter", "not_found"],
    fields: {
      account: account(),
      key: text(),
      // Room for twenty networks of the longest spelling, as a range from one address to another.
      addresses: text(
        '"" for everywhere, "none" for nowhere, else networks, separated by commas, which the edge has checked.',
        { most: 2_048 },
      ),
    },
  },
  announce_delegate: {
    tag: 82,
    does: "What the chain says: a contract has named who signs for its account under a builder. Rules 9.6.",
    from: ["venue", "operator"],
    refusals: ["duplicate"],
    fields: {
      accountId: text("Of the contract's account, whether it is open or not."),
      signer: text("`0x` and 40 lower-case hex digits."),
      transaction: text("`0x` and 64 lower-case hex digits."),
      block: count("block", "Where on the chain: refused unless it is later than the last one of this account."),
      logIndex: count("log", "Which of the block."),
    },
  },
  confirm_delegate: {
    tag: 83,
    does:
      "The signer that a contract has named last takes office: its account is opened if it is not yet, and what keys a " +
      "former signer has bound end. Rules 9.6.",
    from: ["trader"],
    refusals: ["not_found", "refused", "signer_mismatch"],
    fields: {
      accountId: text(),
      contract: text("`0x` and 40 lower-case hex digits, as the signer's."),
      brokerId: text(),
      signer: text(),
      transaction: text("Of the announcement that it confirms."),
    },
  },
  add_sub_account: {
    tag: 21,
    does: "Opens the next sub-account of a main account; its id is derived at the edge from `number`. Rules 9.1, 9.6.",
    from: ["trader", "operator"],
    refusals: ["duplicate", "invalid_parameter", "not_found", "refused"],
    fields: {
      account: account("The main account."),
      number: small("number", "Which of its sub-accounts, counted from 1; refused unless it is the next one.", {
        least: 1,
        most: 10,
      }),
      accountId: text(),
      description: text("", { most: 64 }),
    },
  },
  describe_sub_account: {
    tag: 22,
    does: "Changes the description of a sub-account.",
    from: ["trader"],
    refusals: ["invalid_parameter", "not_found"],
    fields: {
      account: account("The main account."),
      subAccount: account("Its sub-account."),
      description: text("", { most: 64 }),
    },
  },
  set_delegate_signer: {
    tag: 23,
    does:
      "Names the signer of a contract wallet's account without the chain's word for it. It is not sent any more: " +
      "journals may have it. Rules 9.6.",
    from: ["older journals"],
    refusals: ["not_found", "refused"],
    fields: { account: account(), signer: text("`0x` and 40 lower-case hex digits.") },
  },
  set_maintenance_cancel: {
    tag: 24,
    does: "Whether the account's open orders are cancelled when maintenance starts. Rules 11.5.",
    from: ["trader"],
    refusals: ["not_found"],
    fields: { account: account(), cancels: flag() },
  },
});

type Of = typeof ACCOUNT_COMMANDS;
export type AddBroker = CommandOf<Of, "add_broker">;
export type OpenAccount = CommandOf<Of, "open_account">;
export type BindKey = CommandOf<Of, "bind_key">;
export type RemoveKey = CommandOf<Of, "remove_key">;
export type RestrictKey = CommandOf<Of, "restrict_key">;
export type AnnounceDelegate = CommandOf<Of, "announce_delegate">;
export type ConfirmDelegate = CommandOf<Of, "confirm_delegate">;
export type AddSubAccount = CommandOf<Of, "add_sub_account">;
export type DescribeSubAccount = CommandOf<Of, "describe_sub_account">;
export type SetDelegateSigner = CommandOf<Of, "set_delegate_signer">;
export type SetMaintenanceCancel = CommandOf<Of, "set_maintenance_cancel">;
