// Trading fees: what a side of an execution pays, and who gets it. Rules 8.1 to 8.3.
//
// The user's fee is set by the builder; of a taker's fee the venue keeps its base rate, by the builder's tier. Fees are
// booked to `cost_position`, the counter-entries to the rows of the fee accounts, so Σ cost stays 0 fill by fill.

import type { LiveMarket } from "../market/live-market.ts";
import { mulDivCeil } from "../numbers/arithmetic.ts";
import { monthOf } from "../numbers/calendar.ts";
import type { Broker, State } from "../state.ts";
import { FEE_RATE_STEPS, MICROS_PER_USDC } from "../units.ts";
import { FEE_VENUE } from "./accounts.ts";

interface Tier {
  /** Monthly volume from which it holds, micros. */
  readonly volume: number;
  /** What the venue keeps of a taker's notional, in 10⁻⁶: hundredths of a basis point. */
  readonly takerE6: number;
}

const MILLION_USDC = 1_000_000 * MICROS_PER_USDC;

/** Public, Silver, Gold, Platinum, Diamond. */
const TIERS: readonly Tier[] = [
  { volume: 0, takerE6: 300 },
  { volume: 50 * MILLION_USDC, takerE6: 275 },
  { volume: 200 * MILLION_USDC, takerE6: 250 },
  { volume: 750 * MILLION_USDC, takerE6: 200 },
  { volume: 2_000 * MILLION_USDC, takerE6: 100 },
];

/** The tier of a builder: this month's or last month's volume, whichever is higher. */
export function tierFor(broker: Broker): number {
  const volume = Math.max(broker.volumeThisMonth, broker.volumeLastMonth);
  let tier = 0;
  while (tier + 1 < TIERS.length && volume >= TIERS[tier + 1]!.volume) tier++;
  return tier;
}

/** What one side of an execution pays, micros; negative for a rebate, which is rounded toward zero. */
export function tradingFee(state: State, account: number, notional: number, maker: boolean): number {
  const broker = state.brokers[state.accounts.columns.broker[account]!]!;
  return feeAt(notional, maker ? broker.makerFee : broker.takerFee);
}

/** ⌈notional × rate⌉: up for a fee, toward zero for a rebate. */
export function feeAt(notional: number, rateE5: number): number {
  return mulDivCeil(notional, rateE5, FEE_RATE_STEPS);
}

/** Books one side's fee to those who get it. */
export function shareFee(
  state: State,
  market: LiveMarket,
  account: number,
  notional: number,
  fee: number,
  maker: boolean,
): void {
  const broker = state.brokers[state.accounts.columns.broker[account]!]!;
  broker.volumeThisMonth += notional;
  if (fee === 0) return;
  const venue = maker ? Math.min(fee, 0) : Math.min(fee, mulDivCeil(notional, TIERS[broker.tier]!.takerE6, 1_000_000));
  credit(state, market, FEE_VENUE, venue);
  credit(state, market, broker.feeAccount, fee - venue);
}

function credit(state: State, market: LiveMarket, account: number, amount: number): void {
  if (amount === 0) return;
  const row = state.rows.obtain(state.accounts, account, market.number, "CROSS");
  state.rows.columns.cost[row]! -= amount;
}

/** The daily job's part: months roll over, tiers are refreshed. `since`: the last time before `at` that it looked. */
export function refreshTiers(state: State, since: number, at: number): void {
  const months = since === 0 ? 0 : monthOf(at) - monthOf(since);
  for (const broker of state.brokers) {
    if (months > 0) {
      broker.volumeLastMonth = months === 1 ? broker.volumeThisMonth : 0;
      broker.volumeThisMonth = 0;
    }
    broker.tier = tierFor(broker);
  }
}
