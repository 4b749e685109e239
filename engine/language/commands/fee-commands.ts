// Fee rates, fee tags and referral. Rules 8.

import type { FeeE5, Millis } from "../../base/units.ts";

/** Sets a builder's default user rates. Rules 8.2. */
export interface SetBrokerFees {
  readonly type: "set_broker_fees";
  at: Millis;
  readonly broker: number;
  readonly takerFee: FeeE5;
  readonly makerFee: FeeE5;
}

/** Sets the rates of single accounts of a builder. Rules 8.2. */
export interface SetAccountFees {
  readonly type: "set_account_fees";
  at: Millis;
  readonly broker: number;
  readonly accounts: readonly { readonly account: number }[];
  readonly takerFee: FeeE5;
  readonly makerFee: FeeE5;
}

/** Puts accounts back on their builder's default rates. Rules 8.2. */
export interface ResetAccountFees {
  readonly type: "reset_account_fees";
  at: Millis;
  readonly broker: number;
  readonly accounts: readonly { readonly account: number }[];
}

/** Assigns a builder a tier that it never falls below. Rules 8.1. */
export interface SetMinimumTier {
  readonly type: "set_minimum_tier";
  at: Millis;
  readonly broker: number;
  /** 0 Public to 4 Diamond. */
  readonly tier: number;
}

/** Configures a fee tag of a builder. Rules 8.4. */
export interface CreateFeeTag {
  readonly type: "create_fee_tag";
  at: Millis;
  readonly broker: number;
  readonly enumId: string;
  readonly name: string;
  readonly description: string;
  readonly rate: FeeE5;
  readonly overrides: readonly { readonly market: number; readonly rate: FeeE5 }[];
}

/** Edits an active fee tag. Rules 8.4. */
export interface EditFeeTag {
  readonly type: "edit_fee_tag";
  at: Millis;
  readonly broker: number;
  readonly enumId: string;
  /** null keeps what is there. */
  readonly name: string | null;
  readonly description: string | null;
  /** 0 keeps what is there. */
  readonly rate: FeeE5;
  /** false keeps the overrides; true replaces them, an empty list clears them. */
  readonly replacesOverrides: boolean;
  readonly overrides: readonly { readonly market: number; readonly rate: FeeE5 }[];
}

/** Archives an active fee tag: no new order may carry it. Rules 8.4. */
export interface ArchiveFeeTag {
  readonly type: "archive_fee_tag";
  at: Millis;
  readonly broker: number;
  readonly enumId: string;
}

/** Brings an archived fee tag back. Rules 8.4. */
export interface UnarchiveFeeTag {
  readonly type: "unarchive_fee_tag";
  at: Millis;
  readonly broker: number;
  readonly enumId: string;
}

/** Rates are fractions in 10⁻⁸. Rules 8.5. */
export interface ReferralCode {
  readonly broker: number;
  /** The referrer. */
  readonly account: number;
  readonly code: string;
  readonly maxRebate: number;
  /** Both sum to 1. */
  readonly referrerShare: number;
  readonly refereeShare: number;
}

/** Gives a referrer a code. Rules 8.5. */
export interface CreateReferralCode extends ReferralCode {
  readonly type: "create_referral_code";
  at: Millis;
}

/** Binds an account to the referrer of a code, for good. Rules 8.5. */
export interface BindReferral {
  readonly type: "bind_referral";
  at: Millis;
  readonly account: number;
  readonly code: string;
}

/** Makes an account an affiliate, or changes its rate or the affiliate above it. Rules 8.5. */
export interface SetAffiliate {
  readonly type: "set_affiliate";
  at: Millis;
  readonly account: number;
  /** 10⁻⁸ of the basis: what it and all below it get together. */
  readonly rate: number;
  /** -1 for none. */
  readonly parent: number;
}

/** On what a builder's affiliates earn; trading fees give way to revenue where they would cost more. Rules 8.5. */
export interface SetAffiliateBasis {
  readonly type: "set_affiliate_basis";
  at: Millis;
  readonly broker: number;
  readonly basis: "builder_revenue" | "trading_fee";
}

export type FeesCommand =
  | SetBrokerFees
  | SetAccountFees
  | ResetAccountFees
  | SetMinimumTier
  | CreateFeeTag
  | EditFeeTag
  | ArchiveFeeTag
  | UnarchiveFeeTag
  | CreateReferralCode
  | BindReferral
  | SetAffiliate
  | SetAffiliateBasis;
