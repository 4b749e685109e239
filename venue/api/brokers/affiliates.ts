// A builder's affiliates: its administrator appoints them, and each may appoint its own referees below itself. Rules 8.5.

import { referral } from "@evermark/interface/builders/referral.ts";
import { brokerOf, isBrokerAdmin } from "../../auth/keys/broker-admin.ts";
import type { Caller } from "../../auth/keys/caller.ts";
import { readDecimal } from "../../http/input/read-number.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { fromE8 } from "../../wire/decimals.ts";

const NONE = -1;

const setAffiliate = bind(referral.setAffiliate, async (context) => {
  const { venue, caller, body } = context;
  const rate = readDecimal("rebate_rate", body.rebate_rate);
  const account = ownAccount(venue, caller, body.account_id);
  const named = body.parent_account_id;
  const wanted = named === undefined ? undefined : ownAccount(venue, caller, named);
  const parent = isBrokerAdmin(venue, caller.account)
    ? (wanted ?? NONE)
    : ownReferee(venue, caller.account, account, wanted);
  await context.submit({ type: "set_affiliate", account, rate, parent });
  return undefined;
});

/** @throws {ApiError} -1006, for another builder's account just as for one that does not exist */
function ownAccount(venue: Venue, caller: Caller, accountId: string): number {
  const account = venue.engine.findAccount(accountId);
  if (account >= 0 && brokerOf(venue, account) === brokerOf(venue, caller.account)) return account;
  throw refusal("not_found", "account does not exist", { account_id: accountId });
}

/**
 * Checks that an affiliate may appoint this account: it must be bound to one of the caller's codes, and not
 * be below another affiliate.
 * @returns the caller, who becomes the parent
 * @throws {ApiError} -1002 or -1012
 */
function ownReferee({ engine }: Venue, caller: number, account: number, wanted: number | undefined): number {
  if (engine.fees.affiliate(caller) === undefined || engine.fees.referralOf(account)?.account !== caller) {
    throw refusal("unauthorized", "admin is required, or the affiliate to whose code the account is bound");
  }
  const above = engine.fees.affiliate(account)?.parent ?? NONE;
  const stands = above === NONE || above === caller;
  if (stands && (wanted === undefined || wanted === caller)) return caller;
  throw refusal("refused", "an affiliate makes affiliates below itself only");
}

const getAffiliate = bind(referral.getAffiliate, ({ venue, caller }) => {
  const { engine } = venue;
  const affiliate = engine.fees.affiliate(caller.account);
  const { affiliatesEarnOnFees } = engine.fees.broker(brokerOf(venue, caller.account));
  const isTop = affiliate === undefined || affiliate.parent === NONE;
  return {
    rebate_rate: affiliate === undefined ? null : fromE8(affiliate.rate),
    parent_account_id: isTop ? null : engine.account(affiliate.parent).accountId,
    basis: affiliatesEarnOnFees ? ("trading_fee" as const) : ("builder_revenue" as const),
    is_administrator: isBrokerAdmin(venue, caller.account),
  };
});

const setAffiliateBasis = bind(referral.setAffiliateBasis, async (context) => {
  const { venue, caller, body } = context;
  const broker = brokerOf(venue, caller.account);
  await context.submit({ type: "set_affiliate_basis", broker, basis: body.basis });
  return undefined;
});

export const affiliateBindings: readonly Binding[] = [setAffiliate, getAffiliate, setAffiliateBasis];
