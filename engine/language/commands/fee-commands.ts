// Fee rates, fee tags and referral. Rules 8.

import { E8 } from "../../base/units.ts";
import {
  account,
  broker,
  feeRate,
  flag,
  fraction,
  list,
  market,
  nullable,
  small,
  text,
  type ValuesOf,
  word,
} from "../field.ts";
import { type AnyOf, type CommandOf, commands } from "./declaration.ts";

/** 1 %, as for a fee tag: a higher rate is a typing error. */
const HIGHEST = { most: 1_000 };
const RATES = {
  takerFee: feeRate("At least what the builder's tier allows.", HIGHEST),
  makerFee: feeRate("", HIGHEST),
};
const ACCOUNTS = list({ account: account() }, "Of the builder.", { least: 1, most: 500 });
/** 0.00001 to 0.01. */
const TAG_RATE = { least: 1, most: 1_000 };
const OVERRIDES = list({ market: market(), rate: feeRate("", TAG_RATE) }, "Rates of single markets.");
const TAG_NAME = text("", { least: 1, most: 128 });
const TAG_DESCRIPTION = text("", { most: 1_024 });
const PART = { least: 0, most: E8 };

const REFERRAL_CODE = {
  broker: broker(),
  account: account("The referrer."),
  code: text("Of A-Z and 0-9.", { least: 4, most: 15 }),
  maxRebate: fraction("", PART),
  referrerShare: fraction("Both sum to 1.", PART),
  refereeShare: fraction("", PART),
};
export type ReferralCode = ValuesOf<typeof REFERRAL_CODE>;

export const FEE_COMMANDS = commands({
  set_broker_fees: {
    tag: 38,
    does: "Sets a builder's default user rates. Rules 8.2.",
    from: ["builder"],
    refusals: ["invalid_parameter", "not_found"],
    fields: { broker: broker(), ...RATES },
  },
  set_account_fees: {
    tag: 39,
    does: "Sets the rates of single accounts of a builder. Rules 8.2.",
    from: ["builder"],
    refusals: ["invalid_parameter", "not_found"],
    fields: { broker: broker(), accounts: ACCOUNTS, ...RATES },
  },
  reset_account_fees: {
    tag: 40,
    does: "Puts accounts back on their builder's default rates. Rules 8.2.",
    from: ["builder"],
    refusals: ["invalid_parameter", "not_found"],
    fields: { broker: broker(), accounts: ACCOUNTS },
  },
  set_minimum_tier: {
    tag: 41,
    does: "Assigns a builder a tier that it never falls below. Rules 8.1.",
    from: ["operator"],
    refusals: ["invalid_parameter", "not_found"],
    fields: { broker: broker(), tier: small("tier", "0 Public to 4 Diamond.", { least: 0, most: 4 }) },
  },
  create_fee_tag: {
    tag: 42,
    does: "Configures a fee tag of a builder. Rules 8.4.",
    from: ["builder"],
    refusals: [
      "fee_tag_exists",
      "fee_tag_format",
      "fee_tag_rate",
      "fee_tag_symbol",
      "fee_tag_too_long",
      "invalid_parameter",
      "not_found",
      "too_many_fee_tags",
    ],
    fields: {
      broker: broker(),
      enumId: text("Of A-Z, 0-9 and _.", { least: 1, most: 36 }),
      name: TAG_NAME,
      description: TAG_DESCRIPTION,
      rate: feeRate("", TAG_RATE),
      overrides: OVERRIDES,
    },
  },
  edit_fee_tag: {
    tag: 43,
    does: "Edits an active fee tag. Rules 8.4.",
    from: ["builder"],
    refusals: ["fee_tag_not_active", "fee_tag_rate", "fee_tag_symbol", "fee_tag_unknown", "invalid_parameter"],
    fields: {
      broker: broker(),
      enumId: text(),
      name: nullable({ ...TAG_NAME, meaning: "null keeps what is there." }),
      description: nullable({ ...TAG_DESCRIPTION, meaning: "null keeps what is there." }),
      rate: feeRate("0 keeps what is there.", { ...TAG_RATE, or: [0] }),
      replacesOverrides: flag("No keeps the overrides; yes replaces them, an empty list clears them."),
      overrides: OVERRIDES,
    },
  },
  archive_fee_tag: {
    tag: 44,
    does: "Archives an active fee tag: no new order may carry it. Rules 8.4.",
    from: ["builder"],
    refusals: ["fee_tag_archived", "fee_tag_unknown"],
    fields: { broker: broker(), enumId: text() },
  },
  create_referral_code: {
    tag: 45,
    does: "Gives a referrer a code. Rules 8.5.",
    from: ["builder"],
    refusals: ["duplicate", "invalid_parameter", "not_found"],
    fields: REFERRAL_CODE,
  },
  bind_referral: {
    tag: 46,
    does: "Binds an account to the referrer of a code, for good. Rules 8.5.",
    from: ["trader"],
    refusals: ["duplicate", "not_found", "refused"],
    fields: { account: account(), code: text() },
  },
  unarchive_fee_tag: {
    tag: 60,
    does: "Brings an archived fee tag back. Rules 8.4.",
    from: ["builder"],
    refusals: ["fee_tag_retention_over", "fee_tag_unknown", "refused", "too_many_fee_tags"],
    fields: { broker: broker(), enumId: text() },
  },
  set_affiliate: {
    tag: 61,
    does: "Makes an account an affiliate, or changes its rate or the affiliate above it. Rules 8.5.",
    from: ["builder"],
    refusals: ["invalid_parameter", "not_found", "refused"],
    fields: {
      account: account(),
      rate: fraction("Of the basis: what it and all below it get together.", PART),
      parent: account("-1 for none."),
    },
  },
  set_affiliate_basis: {
    tag: 62,
    does: "On what a builder's affiliates earn; trading fees give way to revenue where they would cost more. Rules 8.5.",
    from: ["builder"],
    refusals: ["not_found"],
    fields: { broker: broker(), basis: word(["builder_revenue", "trading_fee"]) },
  },
});

type Of = typeof FEE_COMMANDS;
export type FeesCommand = AnyOf<Of>;
export type SetBrokerFees = CommandOf<Of, "set_broker_fees">;
export type SetAccountFees = CommandOf<Of, "set_account_fees">;
export type ResetAccountFees = CommandOf<Of, "reset_account_fees">;
export type SetMinimumTier = CommandOf<Of, "set_minimum_tier">;
export type CreateFeeTag = CommandOf<Of, "create_fee_tag">;
export type EditFeeTag = CommandOf<Of, "edit_fee_tag">;
export type ArchiveFeeTag = CommandOf<Of, "archive_fee_tag">;
export type UnarchiveFeeTag = CommandOf<Of, "unarchive_fee_tag">;
export type CreateReferralCode = CommandOf<Of, "create_referral_code">;
export type BindReferral = CommandOf<Of, "bind_referral">;
export type SetAffiliate = CommandOf<Of, "set_affiliate">;
export type SetAffiliateBasis = CommandOf<Of, "set_affiliate_basis">;
