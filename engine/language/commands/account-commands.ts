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
      brokerId: text("Its id in the API."),
      takerFee: feeRate("Rate of its users' executions as takers; at least the minimum of a new builder's tier.", {
        most: 1_000,
      }),
      makerFee: feeRate("Rate of its users' executions as makers.", { most: 1_000 }),
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
            "Yes if a deposit opens the account, which its owner may not know about: the owner may still open it afterwards, once.",
          ),
        ),
        null,
      ),
    },
  },
  bind_key: {
    tag: 4,
    does:
      "Binds an API key to an account, or replaces scope and expiration of a key that is bound to it, if the message is " +
      "later than the previous one. Interface 4.1.",
    from: ["trader"],
    refusals: ["duplicate", "not_found", "signer_mismatch", "timestamp_expired"],
    fields: {
      account: account(),
      key: text("`ed25519:` and the base58 public key."),
      scope: text("Any of `read`, `trading` and `asset`, separated by commas."),
      expiration: time("When the key expires."),
      signedAt: since(
        time("The time in the message that the wallet signed; 0 if it was not recorded."),
        millis(UNDATED),
      ),
      tag: lacking(nullable(text("The owner's name for the key; not covered by the signature.")), null),
      signer: lacking(
        nullable(text("The signer, if it was the delegate signer of a contract: refused unless it still is.")),
        null,
      ),
    },
  },
  remove_key: {
    tag: 80,
    does: "Ends a key of an account. The key can be bound again by a message that is later than the last one.",
    from: ["trader"],
    refusals: ["not_found"],
    fields: { account: account(), key: text() },
  },
  restrict_key: {
    tag: 81,
    does:
      "Sets the addresses from which a key may be used; this applies until it is set again, however often the key is bound. " +
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
    does: "Reports from the chain that a contract has named the signer of its account under a builder. Rules 9.6.",
    from: ["venue", "operator"],
    refusals: ["duplicate"],
    fields: {
      accountId: text("Id of the contract's account, whether it is open or not."),
      signer: text("`0x` and 40 lower-case hex digits."),
      transaction: text("`0x` and 64 lower-case hex digits."),
      block: count(
        "block",
        "Number of the block: the command is refused unless this and the log are later than the last one of this account.",
      ),
      logIndex: count("log", "Index of the log in the block."),
    },
  },
  confirm_delegate: {
    tag: 83,
    does:
      "Confirms the signer that a contract has most recently named: the contract's account is opened if it is not yet open, and " +
      "the keys that an earlier signer bound end. Rules 9.6.",
    from: ["trader"],
    refusals: ["not_found", "refused", "signer_mismatch"],
    fields: {
      accountId: text(),
      contract: text("`0x` and 40 lower-case hex digits; the signer has the same form."),
      brokerId: text(),
      signer: text(),
      transaction: text("Hash of the transaction of the announcement that it confirms."),
    },
  },
  add_sub_account: {
    tag: 21,
    does: "Opens the next sub-account of a main account; its id is derived at the edge from `number`. Rules 9.1, 9.6.",
    from: ["trader", "operator"],
    refusals: ["duplicate", "invalid_parameter", "not_found", "refused"],
    fields: {
      account: account("The main account."),
      number: small("number", "Number of the sub-account, counted from 1; refused unless it is the next one.", {
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
      "Names the signer of a contract wallet's account without proof from the chain. It is no longer sent, but older " +
      "journals may contain it. Rules 9.6.",
    from: ["older journals"],
    refusals: ["not_found", "refused"],
    fields: { account: account(), signer: text("`0x` and 40 lower-case hex digits.") },
  },
  set_maintenance_cancel: {
    tag: 24,
    does: "Sets whether the account's open orders are cancelled when maintenance begins. Rules 11.5.",
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
