// What a trade costs, who sets it and who gets it: rates by account and builder, tiers, fee tags, referral, and the daily
// job that turns fees into balances. Rules 8.

import { divideCeil, divideFloor, divideTrunc, greatest, least, sum } from "./exact.ts";
import type { NaiveAffiliate, NaiveBasis, NaiveFeeTag, NaiveReferralCode } from "./fees-state.ts";
import { settleRow } from "./handover.ts";
import { byAccountId } from "./liquidation.ts";
import type { NaiveReports } from "./reports.ts";
import { bySymbol, type NaiveAccount, type NaiveMarket, type NaiveState } from "./state.ts";

const STEPS = 100_000n;
const MILLION = 1_000_000n;
const ONE = 100_000_000n;
/** Public to Diamond: monthly volume in micros, base taker and lowest maker rate per million. Rules 8.1. */
const TIERS = [
  { volume: 0n, taker: 300n, maker: 0n },
  { volume: 50_000_000n * MILLION, taker: 275n, maker: -5n },
  { volume: 200_000_000n * MILLION, taker: 250n, maker: -10n },
  { volume: 750_000_000n * MILLION, taker: 200n, maker: -15n },
  { volume: 2_000_000_000n * MILLION, taker: 100n, maker: -20n },
] as const;

/** What the venue keeps of a taker's fee, if it is as much. Rules 8.1. */
export function baseFee(tier: number, value: bigint): bigint {
  return divideCeil(value * TIERS[tier]!.taker, MILLION);
}

// Rates.

/** What a user may be charged at least in a tier, in whole steps. Rules 8.2. */
function lowest(tier: number): { taker: bigint; maker: bigint } {
  const { taker, maker } = TIERS[tier]!;
  return { taker: divideCeil(taker, 10n), maker: divideCeil(maker, 10n) };
}

/** Whether rates are neither below a tier's nor above 1 %. */
export function allows(tier: number, takerFee: bigint, makerFee: bigint): boolean {
  const { taker, maker } = lowest(tier);
  return takerFee >= taker && makerFee >= maker && takerFee <= 1_000n && makerFee <= 1_000n;
}

export function isTier(tier: number): boolean {
  return TIERS[tier] !== undefined;
}

export function addBrokerFees(state: NaiveState, takerFee: bigint, makerFee: bigint): boolean {
  if (!allows(0, takerFee, makerFee)) return false;
  const none = { volumeThisMonth: 0n, volumeLastMonth: 0n };
  state.fees.brokers.push({ takerFee, makerFee, tier: 0, minimumTier: 0, ...none });
  return true;
}

/** What an account pays, per 100,000: its own rates, its main account's, its builder's. Rules 8.2. */
export function ratesOf(state: NaiveState, account: NaiveAccount): { takerFee: bigint; makerFee: bigint } {
  const own = (number: number) => state.fees.accounts.find((each) => each.account === number);
  const builder = state.fees.brokers[account.broker]!;
  const { takerFee, makerFee } = own(account.number) ?? own(account.main) ?? builder;
  // A rate that was fine in a better tier may be too low by now.
  const { taker, maker } = lowest(builder.tier);
  return { takerFee: greatest(takerFee, taker), makerFee: greatest(makerFee, maker) };
}

/** The fee tag that an order tag names, and its rate in a market; `null` for a plain tag. Rules 8.4. */
function feeTagOf(state: NaiveState, orderTag: string): NaiveFeeTag | null {
  const parts = /^enum:([^:]{1,64}):([A-Z0-9_]{1,36})$/.exec(orderTag);
  if (parts === null) return null;
  const broker = state.brokers.findIndex((each) => each.brokerId === parts[1]);
  return state.fees.tags.find((tag) => tag.broker === broker && tag.enumId === parts[2]) ?? null;
}

/** Whether an order may carry a tag: a plain one, or that of an active configuration. */
export function isUsableTag(state: NaiveState, orderTag: string): boolean {
  return !orderTag.startsWith("enum:") || feeTagOf(state, orderTag)?.active === true;
}

export function tagRate(state: NaiveState, orderTag: string, market: number): bigint {
  const tag = feeTagOf(state, orderTag);
  return tag?.overrides.find((each) => each.market === market)?.rate ?? tag?.rate ?? 0n;
}

// Executions.

/** What one side of an execution is charged. Positive terms round up, rebates toward zero. Rules 8.3. */
export function feesOfFill(
  state: NaiveState,
  account: NaiveAccount,
  fill: {
    readonly value: bigint;
    readonly role: "maker" | "taker";
    readonly orderTag: string;
    readonly market: number;
  },
): { fee: bigint; tagFee: bigint } {
  const rates = ratesOf(state, account);
  const rate = fill.role === "maker" ? rates.makerFee : rates.takerFee;
  const own = rate >= 0n ? divideCeil(fill.value * rate, STEPS) : divideTrunc(fill.value * rate, STEPS);
  const tagFee = divideCeil(fill.value * tagRate(state, fill.orderTag, fill.market), STEPS);
  return { fee: own + tagFee, tagFee };
}

/** Hands the fees of one side to whom they belong. Rules 8.3 to 8.5. */
export function shareFees(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  fill: {
    readonly value: bigint;
    readonly role: "maker" | "taker";
    readonly orderTag: string;
    readonly fee: bigint;
    readonly tagFee: bigint;
  },
): void {
  const broker = state.fees.brokers[account.broker]!;
  const own = fill.fee - fill.tagFee;
  const base = baseFee(broker.tier, fill.value);
  const venue = fill.role === "taker" ? least(own, base) : least(own, 0n);
  const builder = own - venue;
  state.feeVenue.rows[market.number]!.cost -= venue;
  state.brokers[account.broker]!.fees.rows[market.number]!.cost -= builder;
  const tag = feeTagOf(state, fill.orderTag);
  if (tag !== null) state.brokers[tag.broker]!.fees.rows[market.number]!.cost -= fill.tagFee;
  broker.volumeThisMonth += fill.value;
  if (builder > 0n) owe(state, account, { builderPart: builder, tradingFee: own }, fill.orderTag);
}

/** Rules 8.5: a plain tag that is a code counts before the one that the account is bound to. */
function owe(
  state: NaiveState,
  account: NaiveAccount,
  earned: { readonly builderPart: bigint; readonly tradingFee: bigint },
  orderTag: string,
): void {
  const bound = state.fees.bound.find((each) => each.account === account.main)?.code ?? "";
  // A builder pays for its own programme, and no trader is paid for referring himself.
  const [tagged, ...others] = [orderTag, bound].flatMap((code) => codeOf(state, code) ?? []);
  const isOwn = (code: NaiveReferralCode) => code.broker === account.broker;
  const code = [tagged, ...others].find((each) => each !== undefined && isOwn(each) && each.account !== account.main);
  if (code === undefined) return;
  // An owner is one customer, with all his sub-accounts.
  const referee = account.main;
  const known = state.fees.basis.find((each) => each.account === referee && each.code === code.code);
  if (known === undefined) state.fees.basis.push({ account: referee, code: code.code, ...earned });
  else {
    known.builderPart += earned.builderPart;
    known.tradingFee += earned.tradingFee;
  }
}

export function codeOf(state: NaiveState, code: string): NaiveReferralCode | undefined {
  return state.fees.codes.find((each) => each.code === code);
}

// What is due at midnight.

/** Rules 8.1: the better of this month and the last, and never below what the operator granted. */
export function refreshTiers(state: NaiveState, lastTick: number): void {
  const month = (at: number) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth();
  const passed = lastTick === 0 ? 0 : month(state.now) - month(lastTick);
  for (const broker of state.fees.brokers) {
    if (passed > 0) {
      broker.volumeLastMonth = passed === 1 ? broker.volumeThisMonth : 0n;
      broker.volumeThisMonth = 0n;
    }
    refreshTier(broker);
  }
}

function refreshTier(broker: { tier: number; minimumTier: number; volumeThisMonth: bigint; volumeLastMonth: bigint }) {
  const { minimumTier, volumeThisMonth, volumeLastMonth } = broker;
  const volume = volumeThisMonth > volumeLastMonth ? volumeThisMonth : volumeLastMonth;
  broker.tier = Math.max(
    minimumTier,
    TIERS.findLastIndex((tier) => volume >= tier.volume),
  );
}

/** Fees become balances, and rebates are paid from them. Rules 8.5. */
export function payRebates(state: NaiveState, reports: NaiveReports): void {
  for (const account of [state.feeVenue, ...state.brokers.map((broker) => broker.fees)]) {
    for (const market of bySymbol(state)) settleRow(state, account, market);
  }
  for (const [number, broker] of state.brokers.entries()) {
    for (const account of byAccountId(state.accounts)) {
      for (const kind of ["REFERRAL_REBATE", "REFEREE_REBATE"] as const) {
        const amount = rebateOf(state, number, account, kind);
        if (amount === 0n) continue;
        broker.fees.holding -= amount;
        account.holding += amount;
        state.funds.lastDistributionId += 1;
        const distributionId = state.funds.lastDistributionId;
        reports.notice({
          type: "funds",
          report: {
            type: "distributed",
            distributionId,
            account: account.number,
            kind,
            amount: Number(amount),
            at: state.now,
          },
        });
      }
    }
  }
  state.fees.basis = [];
}

/** Σ of the shares that a builder owes an account, each of a day's basis and rounded down. */
function rebateOf(
  state: NaiveState,
  broker: number,
  receiver: NaiveAccount,
  kind: "REFERRAL_REBATE" | "REFEREE_REBATE",
): bigint {
  const own = state.fees.basis.filter((each) => state.accounts[each.account]!.broker === broker);
  return sum(
    own
      .flatMap((each) => sharesOf(state, broker, each))
      .map((share) => {
        return share.account === receiver.number && share.kind === kind ? share.amount : 0n;
      }),
  );
}

interface Share {
  readonly account: number;
  readonly kind: "REFERRAL_REBATE" | "REFEREE_REBATE";
  readonly amount: bigint;
}

/** Each affiliate's share of what one account's trades under one code brought in a day. */
function sharesOf(
  state: NaiveState,
  broker: number,
  { account, code: name, builderPart, tradingFee }: NaiveBasis,
): Share[] {
  const code = codeOf(state, name)!;
  const chain = chainOf(state, code.account);
  const direct = chain[0]?.rate ?? code.maxRebate;
  const highest = chain.reduce((rate, each) => (each.rate > rate ? each.rate : rate), direct);
  // On trading fees only as long as the builder has as much.
  const wanted = chain.length > 0 && state.fees.onTradingFees.includes(broker) ? tradingFee : builderPart;
  const basis = wanted * highest > builderPart * ONE ? builderPart : wanted;
  const share = (rate: bigint) => divideFloor(basis * rate, ONE * ONE);
  const above = chain.slice(1).map((affiliate, n): Share => {
    const difference = greatest(0n, affiliate.rate - chain[n]!.rate);
    return { account: affiliate.account, kind: "REFERRAL_REBATE", amount: share(difference * ONE) };
  });
  return [
    { account: code.account, kind: "REFERRAL_REBATE", amount: share(direct * code.referrerShare) },
    { account, kind: "REFEREE_REBATE", amount: share(direct * code.refereeShare) },
    ...above,
  ];
}

/** An affiliate and those above it; empty for any other account. */
export function chainOf(state: NaiveState, account: number): NaiveAffiliate[] {
  const chain: NaiveAffiliate[] = [];
  for (let next = account; next >= 0; ) {
    const affiliate = state.fees.affiliates.find((each) => each.account === next);
    if (affiliate === undefined) return chain;
    chain.push(affiliate);
    next = affiliate.parent;
  }
  return chain;
}
