// Settings of builders and the operator: rates, tiers, fee tags, referral codes. Rules 8.2, 8.4, 8.5; codes of errors 2.1.

import type {
  ArchiveFeeTag,
  BindReferral,
  CreateFeeTag,
  CreateReferralCode,
  EditFeeTag,
  FeesCommand,
  ResetAccountFees,
  SetAccountFees,
  SetAffiliate,
  SetAffiliateBasis,
  SetBrokerFees,
  SetMinimumTier,
  UnarchiveFeeTag,
} from "@evermark/engine";
import { chainOf } from "../../money/fees/daily-rebates.ts";
import { allows, isTier } from "../../money/fees/fee-tiers.ts";
import { codeOf } from "../../money/fees/fill-fees.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { type NaiveRule, naiveRules } from "../../state/naive-rules.ts";
import type { NaiveState } from "../../state/naive-state.ts";

const LEVELS_MAX = 15;
const ONE = 100_000_000n;

export const feeSettingRules = naiveRules({
  set_broker_fees: ofBuilder(setBrokerFees),
  set_account_fees: ofBuilder(setAccountFees),
  reset_account_fees: ofBuilder((state, { broker, accounts }: ResetAccountFees) => {
    if (accounts.some(({ account }) => state.accounts[account]?.broker !== broker)) return { rejection: "not_found" };
    const reset = accounts.map(({ account }) => account);
    state.fees.accounts = state.fees.accounts.filter((each) => !reset.includes(each.account));
    return {};
  }),
  set_minimum_tier: ofBuilder((state, { broker: number, tier }: SetMinimumTier) => {
    if (!isTier(tier)) return { rejection: "invalid_parameter" };
    const broker = state.fees.brokers[number]!;
    broker.minimumTier = tier;
    // A higher minimum applies at once, a lower one from midnight on.
    broker.tier = Math.max(broker.tier, tier);
    return {};
  }),
  create_fee_tag: ofBuilder(createTag),
  edit_fee_tag: ofBuilder(editTag),
  archive_fee_tag: ofBuilder((state, { broker, enumId }: ArchiveFeeTag) => {
    const tag = state.fees.tags.find((each) => each.broker === broker && each.enumId === enumId);
    if (tag === undefined) return { rejection: "refused", rejectionCode: -1202 };
    if (!tag.active) return { rejection: "refused", rejectionCode: -1204 };
    tag.active = false;
    tag.archivedAt = state.now;
    return {};
  }),
  unarchive_fee_tag: ofBuilder((state, { broker, enumId }: UnarchiveFeeTag) => unarchiveTag(state, broker, enumId)),
  create_referral_code: ofBuilder(createCode),
  bind_referral: bindReferral,
  set_affiliate: setAffiliate,
  set_affiliate_basis: ofBuilder((state, { broker, basis }: SetAffiliateBasis) => {
    const others = state.fees.onTradingFees.filter((each) => each !== broker);
    state.fees.onTradingFees = basis === "trading_fee" ? [...others, broker] : others;
    return {};
  }),
});

/** Refuses a command that names an unknown builder. */
function ofBuilder<Of extends FeesCommand & { readonly broker: number }>(
  rule: (state: NaiveState, command: Of) => Outcome,
): NaiveRule<Of> {
  return (state, command) =>
    state.brokers[command.broker] === undefined ? { rejection: "not_found" } : rule(state, command);
}

/** An affiliate's rate is at least that of those below it, and no affiliate is above itself. Rules 8.5. */
function setAffiliate(state: NaiveState, command: SetAffiliate): Outcome {
  const { account, parent } = command;
  const rate = BigInt(command.rate);
  const owner = state.accounts[account];
  if (owner === undefined || owner.main !== account) return { rejection: "refused" };
  if (rate < 0n || rate > ONE) return { rejection: "invalid_parameter" };
  const above = parent < 0 ? [] : chainOf(state, parent);
  if (parent >= 0) {
    if (above.length === 0 || state.accounts[parent]!.broker !== owner.broker) return { rejection: "refused" };
    if (above.some((each) => each.account === account) || above[0]!.rate < rate) return { rejection: "refused" };
  }
  const below = state.fees.affiliates.filter((each) => each.parent === account);
  if (below.some((each) => each.rate > rate)) return { rejection: "refused" };
  const affiliates = state.fees.affiliates.filter((each) => each.account !== account);
  const changed = [...affiliates, { account, rate, parent }];
  const depths = changed.map(
    (each) => chainOf({ ...state, fees: { ...state.fees, affiliates: changed } }, each.account).length,
  );
  if (Math.max(...depths) > LEVELS_MAX) return { rejection: "refused" };
  state.fees.affiliates = changed;
  return {};
}

function setBrokerFees(state: NaiveState, command: SetBrokerFees): Outcome {
  const broker = state.fees.brokers[command.broker]!;
  const [takerFee, makerFee] = [BigInt(command.takerFee), BigInt(command.makerFee)];
  if (!allows(broker.tier, takerFee, makerFee)) return { rejection: "invalid_parameter" };
  broker.takerFee = takerFee;
  broker.makerFee = makerFee;
  return {};
}

function setAccountFees(state: NaiveState, command: SetAccountFees): Outcome {
  const [takerFee, makerFee] = [BigInt(command.takerFee), BigInt(command.makerFee)];
  const foreign = command.accounts.some(({ account }) => state.accounts[account]?.broker !== command.broker);
  if (!allows(state.fees.brokers[command.broker]!.tier, takerFee, makerFee)) return { rejection: "invalid_parameter" };
  if (foreign) return { rejection: "not_found" };
  for (const { account } of command.accounts) {
    state.fees.accounts = state.fees.accounts.filter((each) => each.account !== account);
    state.fees.accounts.push({ account, takerFee, makerFee });
  }
  return {};
}

const ACTIVE_TAGS_MAX = 10;

/** 720 hours; errors 2.1. */
const RETENTION_MS = 2_592_000_000;

function isTagRate(rate: bigint): boolean {
  return rate >= 1n && rate <= 1_000n;
}

/** The refusal of a configuration's rates, with the interface's code. */
function refusalOfRates(
  state: NaiveState,
  rates: readonly bigint[],
  overrides: readonly { readonly market: number; readonly rate: number }[],
): Outcome | null {
  const all = [...rates, ...overrides.map(({ rate }) => BigInt(rate))];
  if (!all.every(isTagRate)) return { rejection: "refused", rejectionCode: -1208 };
  const markets = new Set(overrides.map(({ market }) => market));
  const isTwice = markets.size < overrides.length;
  const unknown = [...markets].some((market) => state.markets[market] === undefined);
  return isTwice || unknown ? { rejection: "refused", rejectionCode: -1210 } : null;
}

function createTag(state: NaiveState, command: CreateFeeTag): Outcome {
  const { broker, enumId } = command;
  if (enumId.length > 36) return { rejection: "refused", rejectionCode: -1209 };
  if (!/^[A-Z0-9_]+$/.test(enumId)) return { rejection: "refused", rejectionCode: -1207 };
  const own = state.fees.tags.filter((tag) => tag.broker === broker);
  if (own.some((tag) => tag.enumId === enumId)) return { rejection: "refused", rejectionCode: -1201 };
  const refusal = refusalOfRates(state, [BigInt(command.rate)], command.overrides);
  if (refusal !== null) return refusal;
  if (own.filter((tag) => tag.active).length >= ACTIVE_TAGS_MAX) return { rejection: "refused", rejectionCode: -1206 };
  const overrides = command.overrides.map(({ market, rate }) => ({ market, rate: BigInt(rate) }));
  state.fees.tags.push({ broker, enumId, active: true, archivedAt: 0, rate: BigInt(command.rate), overrides });
  return {};
}

function editTag(state: NaiveState, command: EditFeeTag): Outcome {
  const tag = state.fees.tags.find((each) => each.broker === command.broker && each.enumId === command.enumId);
  if (tag === undefined) return { rejection: "refused", rejectionCode: -1202 };
  if (!tag.active) return { rejection: "refused", rejectionCode: -1203 };
  const refusal = refusalOfRates(state, command.rate === 0 ? [] : [BigInt(command.rate)], command.overrides);
  if (refusal !== null) return refusal;
  if (command.rate !== 0) tag.rate = BigInt(command.rate);
  if (command.replacesOverrides) {
    tag.overrides = command.overrides.map(({ market, rate }) => ({ market, rate: BigInt(rate) }));
  }
  return {};
}

function unarchiveTag(state: NaiveState, broker: number, enumId: string): Outcome {
  const own = state.fees.tags.filter((tag) => tag.broker === broker);
  const tag = own.find((each) => each.enumId === enumId);
  if (tag === undefined) return { rejection: "refused", rejectionCode: -1202 };
  if (tag.active) return { rejection: "refused", rejectionCode: -1012 };
  if (state.now - tag.archivedAt > RETENTION_MS) return { rejection: "refused", rejectionCode: -1205 };
  if (own.filter((each) => each.active).length >= ACTIVE_TAGS_MAX)
    return { rejection: "refused", rejectionCode: -1206 };
  tag.active = true;
  return {};
}

function createCode(state: NaiveState, command: CreateReferralCode): Outcome {
  const { broker, account, code } = command;
  const [maxRebate, referrerShare, refereeShare] = [command.maxRebate, command.referrerShare, command.refereeShare].map(
    BigInt,
  );
  const fits = [maxRebate!, referrerShare!, refereeShare!].every((fraction) => fraction >= 0n && fraction <= ONE);
  if (!/^[A-Z0-9]{4,15}$/.test(code) || !fits || referrerShare! + refereeShare! !== ONE) {
    return { rejection: "invalid_parameter" };
  }
  const referrer = state.accounts[account];
  if (referrer?.broker !== broker || referrer.main !== account) return { rejection: "not_found" };
  if (codeOf(state, code) !== undefined) return { rejection: "duplicate" };
  const fractions = { maxRebate: maxRebate!, referrerShare: referrerShare!, refereeShare: refereeShare! };
  state.fees.codes.push({ broker, account, code, ...fractions });
  return {};
}

function bindReferral(state: NaiveState, command: BindReferral): Outcome {
  const code = codeOf(state, command.code);
  if (code === undefined) return { rejection: "not_found" };
  if (state.accounts[command.account]!.main !== command.account) return { rejection: "refused" };
  if (state.fees.bound.some((each) => each.account === command.account)) return { rejection: "duplicate" };
  const account = state.accounts[command.account]!;
  // A builder's programme is for its own accounts, and traders cannot refer themselves.
  if (code.broker !== account.broker || code.account === account.main) return { rejection: "refused" };
  if (state.funds.depositors.includes(account.number)) return { rejection: "refused" };
  state.fees.bound.push({ account: command.account, code: command.code });
  return {};
}
