// The fees of one side of an execution, and who receives them. Rules 1.4, 8.3 to 8.5.

import { divideCeil, divideTrunc, least } from "../../numbers/exact-numbers.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import type { NaiveReferralCode } from "../../state/records/naive-fees.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import { baseFee, feeTagOf, ratesOf, tagRate } from "./fee-tiers.ts";

/** One term of a fee: positive ones round up, rebates toward zero. `rate` per 100,000. Rules 1.4, 8.3. */
export function feeOf(notionalMicros: bigint, rate: bigint): bigint {
  return rate >= 0n ? divideCeil(notionalMicros * rate, 100_000n) : divideTrunc(notionalMicros * rate, 100_000n);
}

/** How a user's fee of one execution is shared, if the venue's tier keeps `base` of a taker's. Rules 8.3. */
export function splitFee(fee: bigint, role: "maker" | "taker", base: bigint): { venue: bigint; builder: bigint } {
  const venue = least(fee, role === "taker" ? base : 0n);
  return { venue, builder: fee - venue };
}

/** The fees of one side of an execution. Rules 8.3. */
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
  const tagFee = feeOf(fill.value, tagRate(state, fill.orderTag, fill.market));
  return { fee: feeOf(fill.value, rate) + tagFee, tagFee };
}

/** Distributes the fees of one side to their receivers. Rules 8.3 to 8.5. */
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
  const { venue, builder } = splitFee(own, fill.role, baseFee(broker.tier, fill.value));
  state.feeVenue.rows[market.number]!.cost -= venue;
  state.brokers[account.broker]!.fees.rows[market.number]!.cost -= builder;
  const tag = feeTagOf(state, fill.orderTag);
  if (tag !== null) state.brokers[tag.broker]!.fees.rows[market.number]!.cost -= fill.tagFee;
  broker.volumeThisMonth += fill.value;
  if (builder > 0n) owe(state, account, { builderPart: builder, tradingFee: own }, fill.orderTag);
}

/** Rules 8.5: a plain tag that is a referral code takes precedence over the code that the account is bound to. */
function owe(
  state: NaiveState,
  account: NaiveAccount,
  earned: { readonly builderPart: bigint; readonly tradingFee: bigint },
  orderTag: string,
): void {
  const bound = state.fees.bound.find((each) => each.account === account.main)?.code ?? "";
  // A builder pays only for its own programme, and traders are not paid for referring themselves.
  const [tagged, ...others] = [orderTag, bound].flatMap((code) => codeOf(state, code) ?? []);
  const isOwn = (code: NaiveReferralCode) => code.broker === account.broker;
  const code = [tagged, ...others].find((each) => each !== undefined && isOwn(each) && each.account !== account.main);
  if (code === undefined) return;
  // An owner counts as one customer, with all sub-accounts.
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
