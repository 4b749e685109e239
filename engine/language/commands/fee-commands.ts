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
const ACCOUNTS = list({ account: account() }, "Accounts of the builder.", { least: 1, most: 500 });
/** 0.00001 to 0.01. */
const TAG_RATE = { least: 1, most: 1_000 };
const OVERRIDES = list({ market: market(), rate: feeRate("", TAG_RATE) }, "Rates for individual markets.");
const TAG_NAME = text("", { least: 1, most: 128 });
const TAG_DESCRIPTION = text("", { most: 1_024 });
const PART = { least: 0, most: E8 };

const REFERRAL_CODE = {
  broker: broker(),
  account: account("The referrer."),
  code: text("Of A-Z and 0-9.", { least: 4, most: 15 }),
  maxRebate: fraction("", PART),
  referrerShare: fraction("The two shares add up to 1.", PART),
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
    does: "Sets the rates of individual accounts of a builder. Rules 8.2.",
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
    does: "Sets the lowest tier that a builder can have. Rules 8.1.",
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
      name: nullable({ ...TAG_NAME, meaning: "null leaves it unchanged." }),
      description: nullable({ ...TAG_DESCRIPTION, meaning: "null leaves it unchanged." }),
      rate: feeRate("0 leaves it unchanged.", { ...TAG_RATE, or: [0] }),
      replacesOverrides: flag("No leaves the overrides unchanged; yes replaces them, so an empty list clears them."),
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
    does: "Binds an account to the referrer of a code, permanently. Rules 8.5.",
    from: ["trader"],
    refusals: ["duplicate", "not_found", "refused"],
    fields: { account: account(), code: text() },
  },
  unarchive_fee_tag: {
    tag: 60,
    does: "Restores an archived fee tag. Rules 8.4.",
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
      rate: fraction("Share of the basis that it and all affiliates below it get together.", PART),
      parent: account("-1 for none."),
    },
  },
  set_affiliate_basis: {
    tag: 62,
    does: "Sets the basis on which a builder's affiliates earn; where a share of trading fees would cost more than the builder's revenue, revenue is used. Rules 8.5.",
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
