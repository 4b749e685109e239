// Referral codes: given by a builder's administrator, bound by accounts for good, and the figures of what they brought
// in. Rules 8.5.

import type { ReferralCode } from "@evermark/engine";
import { referral } from "@evermark/interface/builders/referral.ts";
import { brokerOf } from "../../auth/keys/broker-admin.ts";
import type { ReferralWindow } from "../../history/index.ts";
import { readDecimal } from "../../http/input/read-number.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import { refusal } from "../../wire/api-error.ts";
import { fromE8, fromMicros } from "../../wire/decimals.ts";

const createReferralCode = bind(referral.createReferralCode, async (context) => {
  const { venue, caller, body } = context;
  const account = venue.engine.findAccount(body.account_id);
  // The engine checks that the account is the builder's: to an administrator, another builder's account is as good as unknown.
  if (account < 0) throw refusal("not_found", "account does not exist", { account_id: body.account_id });
  await context.submit({
    type: "create_referral_code",
    broker: brokerOf(venue, caller.account),
    account,
    code: body.referral_code,
    maxRebate: readDecimal("bonus_max_rebate_rate", body.bonus_max_rebate_rate),
    referrerShare: readDecimal("bonus_referrer_rebate_rate", body.bonus_referrer_rebate_rate),
    refereeShare: readDecimal("bonus_referee_rebate_rate", body.bonus_referee_rebate_rate),
  });
  return undefined;
});

const bindReferral = bind(referral.bindReferral, async (context) => {
  const { caller, body } = context;
  await context.submit({ type: "bind_referral", account: caller.account, code: body.referral_code });
  return undefined;
});

const DAYS = [1, 7, 30] as const;

const getReferralInfo = bind(referral.getReferralInfo, async ({ venue, caller }) => {
  const { engine } = venue;
  // A sub-account shares the referral of its main account.
  const { mainAccount } = engine.account(caller.account);
  const asked = [mainAccount, venue.clock.now(), DAYS] as const;
  const { windows, total, codes } = await venue.history.referralFigures(...asked, venue.sequencer.appliedPosition);
  const [day, week, month] = windows as [ReferralWindow, ReferralWindow, ReferralWindow];
  const counted = new Map(codes.map((each) => [each.code, each]));
  const bound = engine.fees.referralOf(mainAccount);
  const refereeRate = bound === undefined ? 0 : fromE8(bound.refereeShare);
  return {
    referrer_info: {
      "1d_invites": day.invites,
      "7d_invites": week.invites,
      "30d_invites": month.invites,
      total_invites: total.invites,
      "1d_traded": day.traded,
      "7d_traded": week.traded,
      "30d_traded": month.traded,
      total_traded: total.traded,
      "1d_referee_volume": fromMicros(day.volume),
      "7d_referee_volume": fromMicros(week.volume),
      "30d_referee_volume": fromMicros(month.volume),
      total_referee_volume: fromMicros(total.volume),
      "1d_referrer_rebate": fromMicros(day.referrerRebate),
      "7d_referrer_rebate": fromMicros(week.referrerRebate),
      "30d_referrer_rebate": fromMicros(month.referrerRebate),
      total_referrer_rebate: fromMicros(total.referrerRebate),
      referral_codes: engine.fees.referralCodesOf(mainAccount).map((code) => presentCode(code, counted.get(code.code))),
    },
    referee_info: {
      referer_code: bound?.code ?? null,
      referee_rebate_rate: refereeRate,
      bonus_referee_rebate_rate: refereeRate,
      "1d_referee_rebate": fromMicros(day.refereeRebate),
      "7d_referee_rebate": fromMicros(week.refereeRebate),
      "30d_referee_rebate": fromMicros(month.refereeRebate),
      total_referee_rebate: fromMicros(total.refereeRebate),
    },
  };
});

function presentCode(code: ReferralCode, counted: { readonly invites: number; readonly traded: number } | undefined) {
  const [max, referrer, referee] = [code.maxRebate, code.referrerShare, code.refereeShare].map(fromE8) as [
    number,
    number,
    number,
  ];
  return {
    code: code.code,
    max_rebate_rate: max,
    bonus_max_rebate_rate: max,
    referrer_rebate_rate: referrer,
    bonus_referrer_rebate_rate: referrer,
    referee_rebate_rate: referee,
    bonus_referee_rebate_rate: referee,
    total_invites: counted?.invites ?? 0,
    total_traded: counted?.traded ?? 0,
  };
}

export const referralBindings: readonly Binding[] = [createReferralCode, bindReferral, getReferralInfo];
