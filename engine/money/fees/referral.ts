// Referral codes, the accounts bound to them, and the hierarchy of affiliates. Rules 8.5. Their earnings are counted by
// accruals.ts and paid by daily-job.ts.

import { e8Text } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { type AccountNumber, type BrokerNumber, E8 } from "../../base/units.ts";
import type {
  BindReferral,
  CreateReferralCode,
  SetAffiliate,
  SetAffiliateBasis,
} from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import type { Affiliate } from "../../memory/business/fees-state.ts";
import { handlers } from "../../memory/handlers.ts";
import type { State } from "../../memory/state.ts";
import { isUserAccount, refusesAccount } from "../../permissions/known-account.ts";

/** A direct referrer and fourteen affiliates above. */
export const LEVELS_MAX = 15;

export const referralHandlers = handlers({
  bind_referral: bindReferral,
  create_referral_code: createReferralCode,
  set_affiliate: setAffiliate,
  set_affiliate_basis: setAffiliateBasis,
});

function createReferralCode(state: State, command: CreateReferralCode, answer: Answer, out: Listener): void {
  answer.rejection = checkCode(state, command);
  if (answer.rejection !== null) return;
  const { broker, account, code, maxRebate, referrerShare, refereeShare } = command;
  state.fees.addCode({ broker, account, code, maxRebate, referrerShare, refereeShare });
  out.account({ type: "settings_changed", account, at: state.now });
}

function checkCode(state: State, c: CreateReferralCode): Rejection | null {
  const { broker, account, code, maxRebate, referrerShare, refereeShare } = c;
  if (!/^[A-Z0-9]{4,15}$/.test(code)) return wrong("referral_code", code, "4 to 15 of A-Z and 0-9");
  if (!isFraction(maxRebate)) return wrong("bonus_max_rebate_rate", e8Text(maxRebate), "0 to 1");
  if (!isFraction(referrerShare) || !isFraction(refereeShare) || referrerShare + refereeShare !== E8) {
    const sum = e8Text(referrerShare + refereeShare);
    return wrong("bonus_referrer_rebate_rate + bonus_referee_rebate_rate", sum, "shares that sum to 1");
  }
  if (!isMemberOf(state, account, broker)) return rejection("not_found", {}, "account does not exist");
  return state.fees.findCode(code) === NONE ? null : rejection("duplicate", { referral_code: code });
}

function bindReferral(state: State, command: BindReferral, answer: Answer, out: Listener): void {
  const { account } = command;
  if (refusesAccount(state, account, answer)) return;
  const code = state.fees.findCode(command.code);
  answer.rejection = checkBinding(state, account, code);
  if (answer.rejection !== null) return;
  state.accounts.setReferral(account, code);
  const { account: referrer } = state.fees.codes[code]!;
  out.account({ type: "referral_bound", account, referrer, code: command.code, at: state.now });
  out.account({ type: "settings_changed", account, at: state.now });
}

function checkBinding(state: State, account: AccountNumber, number: number): Rejection | null {
  const code = state.fees.codes[number];
  if (code === undefined || code.broker !== state.accounts.broker(account)) {
    return rejection("not_found", {}, "referral code does not exist");
  }
  if (state.accounts.isSubAccount(account)) {
    return rejection("refused", {}, "a sub-account follows its main account's referral");
  }
  if (state.accounts.referral(account) !== NONE)
    return rejection("duplicate", {}, "the account is bound to a referral code for good");
  if (code.account === account) return rejection("refused", {}, "an account can not refer itself");
  return state.accounts.deposits(account) === 0
    ? null
    : rejection("refused", {}, "a referral code is bound before the account's first deposit");
}

/** Makes an account an affiliate, or changes its total rate or its parent. */
function setAffiliate(state: State, command: SetAffiliate, answer: Answer): void {
  const { account, rate, parent } = command;
  if (refusesAccount(state, account, answer)) return;
  answer.rejection = checkAffiliate(state, command);
  if (answer.rejection === null) state.fees.affiliates.set(account, { rate, parent });
}

function checkAffiliate(state: State, { account, rate, parent }: SetAffiliate): Rejection | null {
  if (state.accounts.isSubAccount(account)) return rejection("refused", {}, "a sub-account is no affiliate");
  if (!isFraction(rate)) return wrong("rate", e8Text(rate), "0 to 1");
  for (const affiliate of state.fees.affiliates.values()) {
    if (affiliate.parent === account && affiliate.rate > rate) {
      return wrong("rate", e8Text(rate), "no less than the rate of an affiliate below it");
    }
  }
  if (parent === NONE) return null;
  const above = state.fees.affiliates.get(parent);
  if (above === undefined || state.accounts.broker(parent) !== state.accounts.broker(account))
    return rejection("not_found", {}, "no such affiliate");
  if (above.rate < rate) return wrong("rate", e8Text(rate), "no more than the rate of the affiliate above it");
  return chainFrom(state, parent).includes(account)
    ? wrong("parent", parent, "an affiliate that is not below it")
    : null;
}

/** The affiliates from one upwards. It ends at the top: `checkAffiliate` admits no cycle. */
function chainFrom(state: State, start: AccountNumber): number[] {
  const chain: number[] = [];
  let account = start;
  for (;;) {
    const affiliate: Affiliate | undefined = state.fees.affiliates.get(account);
    if (affiliate === undefined) return chain;
    chain.push(account);
    account = affiliate.parent;
  }
}

/** Sets the basis on which a builder's affiliates earn. */
function setAffiliateBasis(state: State, command: SetAffiliateBasis, answer: Answer): void {
  const broker = state.brokers[command.broker];
  if (broker === undefined) answer.rejection = rejection("not_found", {}, "BrokerId is not exist");
  else broker.affiliatesEarnOnFees = command.basis === "trading_fee";
}

/** 0 to 1, in 10⁻⁸. */
function isFraction(n: number): boolean {
  return Number.isInteger(n) && n >= 0 && n <= E8;
}

function isMemberOf(state: State, account: AccountNumber, broker: BrokerNumber): boolean {
  return (
    isUserAccount(state, account) && state.accounts.broker(account) === broker && !state.accounts.isSubAccount(account)
  );
}

function wrong(field: string, value: string | number, expected: string): Rejection {
  return rejection(
    "invalid_parameter",
    { field, value, expected },
    `${field} is invalid: ${value}, expected ${expected}`,
  );
}
