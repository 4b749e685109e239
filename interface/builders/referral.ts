// Referral: a builder's administrator gives out codes, accounts bind themselves to one for good, and affiliates can
// have affiliates below them. Rules 8.5.

import Type from "typebox";
import { endpoint, perUser } from "../rows/endpoint.ts";
import { decimalThatIs, inUnit, orNull } from "../rows/shapes.ts";

const scopes = ["read", "trading"] as const;
const source = "interface 4.10, rules 8.5";

const referralCode = Type.String({ description: "4 to 15 of A-Z and 0-9" });
const rate = (description: string) => Type.Number({ description: inUnit(description, "as a fraction") });
const count = (description: string) => Type.Integer({ description });
const usdc = (description: string) => Type.Number({ description: inUnit(description, "in USDC") });

const [TODAY, WEEK, MONTH, ALWAYS] = [
  "today, since 00:00 UTC",
  "in the last 7 days, today included",
  "in the last 30 days, today included",
  "in total",
];

const referrerInfo = Type.Object({
  "1d_invites": count(`accounts that bound themselves to one of the caller's codes ${TODAY}`),
  "7d_invites": count(`the same ${WEEK}`),
  "30d_invites": count(`the same ${MONTH}`),
  total_invites: count(`the same ${ALWAYS}`),
  "1d_traded": count(`all referred accounts that traded ${TODAY}`),
  "7d_traded": count(`referred accounts that traded ${WEEK}`),
  "30d_traded": count(`referred accounts that traded ${MONTH}`),
  total_traded: count("referred accounts that have ever traded"),
  "1d_referee_volume": usdc(`traded by the referred accounts ${TODAY}`),
  "7d_referee_volume": usdc(`the same ${WEEK}`),
  "30d_referee_volume": usdc(`the same ${MONTH}`),
  total_referee_volume: usdc(`the same ${ALWAYS}`),
  "1d_referrer_rebate": usdc(
    `rebates paid to the caller as referrer ${TODAY}; a day's rebates are paid at the following midnight`,
  ),
  "7d_referrer_rebate": usdc(`the same ${WEEK}`),
  "30d_referrer_rebate": usdc(`the same ${MONTH}`),
  total_referrer_rebate: usdc(`the same ${ALWAYS}`),
  referral_codes: Type.Array(
    Type.Object({
      code: Type.String({ description: "the code" }),
      max_rebate_rate: rate("the same as `bonus_max_rebate_rate`"),
      bonus_max_rebate_rate: rate("share of the builder's part of a referee's fees that is given back"),
      referrer_rebate_rate: rate("the same as `bonus_referrer_rebate_rate`"),
      bonus_referrer_rebate_rate: rate("share of that for the referrer"),
      referee_rebate_rate: rate("the same as `bonus_referee_rebate_rate`"),
      bonus_referee_rebate_rate: rate("share of that for the referee"),
      total_invites: count("accounts that bound themselves to the code"),
      total_traded: count("how many of those have traded"),
    }),
    { description: "the caller's codes, oldest first" },
  ),
});

const refereeInfo = Type.Object({
  referer_code: orNull(Type.String({ description: "the code that the account is bound to; null for none" })),
  referee_rebate_rate: rate("the same as `bonus_referee_rebate_rate`"),
  bonus_referee_rebate_rate: rate("share of what is given back that the account gets itself; 0 without a code"),
  "1d_referee_rebate": usdc(
    `rebates paid to the account as referee ${TODAY}; a day's rebates are paid at the following midnight`,
  ),
  "7d_referee_rebate": usdc(`the same ${WEEK}`),
  "30d_referee_rebate": usdc(`the same ${MONTH}`),
  total_referee_rebate: usdc(`the same ${ALWAYS}`),
});

export const referral = {
  createReferralCode: endpoint({
    method: "POST",
    path: "/v1/referral/create",
    summary: "Give an account of the builder a referral code",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    body: Type.Object({
      account_id: Type.String({ description: "the referrer, a main account of the builder" }),
      referral_code: referralCode,
      bonus_max_rebate_rate: decimalThatIs(
        "0 to 1: share of the builder's part of a referee's fees that referrer and referee get together",
      ),
      bonus_referrer_rebate_rate: decimalThatIs("share of that for the referrer, as a fraction"),
      bonus_referee_rebate_rate: decimalThatIs("share of that for the referee; the two fractions add up to 1"),
    }),
    errors: ["not_found", "duplicate", "core_unavailable"],
    source,
  }),
  bindReferral: endpoint({
    method: "POST",
    path: "/v1/referral/bind",
    summary: "Bind the account to a referral code of its builder: once, permanently, before its first deposit",
    auth: "signed",
    scopes,
    limit: perUser(10),
    body: Type.Object({ referral_code: referralCode }),
    errors: ["not_found", "duplicate", "core_unavailable", "refused"],
    source,
  }),
  getReferralInfo: endpoint({
    method: "GET",
    path: "/v1/referral/info",
    summary: "What the account's referral codes have earned, and what the account gets back as a referee",
    auth: "signed",
    scopes,
    limit: perUser(10),
    data: Type.Object({ referrer_info: referrerInfo, referee_info: refereeInfo }),
    errors: ["core_unavailable"],
    source,
  }),
  setAffiliate: endpoint({
    method: "POST",
    path: "/v1/referral/multi_level/rebate_rate/update",
    summary:
      "Make an account an affiliate, or change its rate: by the builder's administrator, or by the affiliate to whose code it is bound",
    auth: "signed",
    scopes,
    limit: perUser(10),
    body: Type.Object({
      account_id: Type.String({ description: "the affiliate, a main account of the caller's builder" }),
      rebate_rate: decimalThatIs(
        "0 to 1: share of the basis that it and all affiliates below it get together; at most the rate of the affiliate above",
      ),
      parent_account_id: Type.Optional(
        Type.String({
          description:
            "the affiliate above it: an administrator may name any or none; when an affiliate calls, it is the caller",
        }),
      ),
    }),
    errors: ["not_found", "core_unavailable", "refused", "unauthorized"],
    source: "rules 8.5",
  }),
  getAffiliate: endpoint({
    method: "GET",
    path: "/v1/referral/multi_level/rebate_info",
    summary: "What the account earns as an affiliate",
    auth: "signed",
    scopes,
    limit: perUser(10),
    data: Type.Object({
      rebate_rate: orNull(
        rate("share of the basis for it and all affiliates below it; null when it is not an affiliate"),
      ),
      parent_account_id: orNull(Type.String({ description: "the affiliate above it; null at the top" })),
      basis: Type.Enum(["builder_revenue", "trading_fee"], {
        description:
          "what the rate is a share of: the builder's part of the fees, or the fees themselves as far as that part covers it",
      }),
      is_administrator: Type.Boolean({ description: "whether the account administers its builder" }),
    }),
    source: "rules 8.5",
  }),
  setAffiliateBasis: endpoint({
    method: "POST",
    path: "/v1/referral/multi_level/basis",
    summary: "Set the basis on which the builder's affiliates earn",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    body: Type.Object({
      basis: Type.Enum(["builder_revenue", "trading_fee"], {
        description: "the builder's part of the fees, or the fees themselves as far as that part covers it",
      }),
    }),
    errors: ["core_unavailable"],
    source: "rules 8.5",
  }),
} as const;
