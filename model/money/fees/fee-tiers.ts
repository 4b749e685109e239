// Trading rates: those of accounts and builders, tiers, fee tags. Rules 8.1, 8.2, 8.4.

import { divideCeil, greatest } from "../../numbers/exact-numbers.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import type { NaiveFeeTag } from "../../state/records/naive-fees.ts";

const MILLION = 1_000_000n;

/** Public to Diamond: monthly volume in micros, base taker and lowest maker rate per million. Rules 8.1. */
const TIERS = [
  { volume: 0n, taker: 300n, maker: 0n },
  { volume: 50_000_000n * MILLION, taker: 275n, maker: -5n },
  { volume: 200_000_000n * MILLION, taker: 250n, maker: -10n },
  { volume: 750_000_000n * MILLION, taker: 200n, maker: -15n },
  { volume: 2_000_000_000n * MILLION, taker: 100n, maker: -20n },
] as const;

/** The part of a taker's fee that the venue keeps, if the fee is as much. Rules 8.1. */
export function baseFee(tier: number, value: bigint): bigint {
  return divideCeil(value * TIERS[tier]!.taker, MILLION);
}

/** The lowest rates that a user may be charged in a tier, in whole steps. Rules 8.2. */
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

/** An account's rates per 100,000: its own, its main account's, or its builder's. Rules 8.2. */
export function ratesOf(state: NaiveState, account: NaiveAccount): { takerFee: bigint; makerFee: bigint } {
  const own = (number: number) => state.fees.accounts.find((each) => each.account === number);
  const builder = state.fees.brokers[account.broker]!;
  const { takerFee, makerFee } = own(account.number) ?? own(account.main) ?? builder;
  // A rate set in a better tier may be too low by now.
  const { taker, maker } = lowest(builder.tier);
  return { takerFee: greatest(takerFee, taker), makerFee: greatest(makerFee, maker) };
}

/** The fee tag that an order tag names, and its rate in a market; `null` for a plain tag. Rules 8.4. */
export function feeTagOf(state: NaiveState, orderTag: string): NaiveFeeTag | null {
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
