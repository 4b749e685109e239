// A vault's performance, computed from its current value and from the hourly values that history keeps. Rules 10.1,
// 10.4. Prices are in 10⁻⁸, money in micros; growth is a fraction, only for display: nothing is paid by it.

import { FIRST_SHARE_PRICE, type VaultView } from "@evermark/engine";
import { Drawdowns, type VaultFigures, type VaultSpan, type VaultTotals } from "../../history/index.ts";
import { DAY_MS } from "../../sums/candle-sums.ts";

const YEAR_DAYS = 365;
/** The highest growth shown: a thousand million times in a year. */
const GROWTH_MAX = 1e9;

/** Figures of one span of time up to now. */
export interface Performance {
  readonly profit: number;
  readonly drawdown: number;
  readonly profitDrawdown: number;
  readonly fees: number;
  readonly volume: number;
}

const NOTHING: VaultTotals = {
  ...{ flow: 0, fees: 0, volume: 0, feeMark: 0, mainShares: 0, firstPeriodAt: 0 },
  ...{ topPrice: FIRST_SHARE_PRICE, topProfit: 0, drawdown: 0, profitDrawdown: 0 },
};

export function totalsOf({ totals }: VaultFigures): VaultTotals {
  return totals ?? NOTHING;
}

/** The investors' profit since the beginning: the current value less their net deposits. */
export function lifetimeProfit({ now }: VaultView, { flow }: VaultTotals): number {
  return now.value - flow;
}

export function lifetimePerformance(vault: VaultView, totals: VaultTotals): Performance {
  const profit = lifetimeProfit(vault, totals);
  const falls = new Drawdowns(totals).add({ price: vault.now.mainPrice, profit });
  return { ...fallsOf(falls), profit, fees: totals.fees, volume: totals.volume };
}

export function spanPerformance(vault: VaultView, totals: VaultTotals, { base, falls: hours }: VaultSpan): Performance {
  const profit = lifetimeProfit(vault, totals);
  const falls = new Drawdowns(hours).add({ price: vault.now.mainPrice, profit });
  const before = base ?? { value: 0, flow: 0, fees: 0, volume: 0 };
  return {
    ...fallsOf(falls),
    profit: profit - (before.value - before.flow),
    fees: totals.fees - before.fees,
    volume: totals.volume - before.volume,
  };
}

function fallsOf({ drawdown, profitDrawdown }: Drawdowns) {
  return { drawdown, profitDrawdown };
}

/** The growth from one price to another over a time, compounded to a year; null for less than a day. */
export function yearly(from: number, to: number, ms: number): number | null {
  if (ms < DAY_MS || from === 0) return null;
  const grown = (to / from) ** ((YEAR_DAYS * DAY_MS) / ms);
  return rounded(Math.min(grown, GROWTH_MAX) - 1);
}

/** A share's gain since the beginning. */
export function lifetimeGrowth({ now }: VaultView): number {
  return rounded(now.mainPrice / FIRST_SHARE_PRICE - 1);
}

export function lifetimeYearly({ now }: VaultView, { firstPeriodAt }: VaultTotals, time: number): number | null {
  return firstPeriodAt === 0 ? null : yearly(FIRST_SHARE_PRICE, now.mainPrice, time - firstPeriodAt);
}

export function spanYearly(vault: VaultView, totals: VaultTotals, { base }: VaultSpan, time: number): number | null {
  if (base === undefined) return lifetimeYearly(vault, totals, time);
  return yearly(base.price, vault.now.mainPrice, time - base.at);
}

/** The growth since the lowest price of the span, compounded to a year. */
export function recoveryYearly({ now }: VaultView, { lowest }: VaultSpan, time: number): number | null {
  return lowest === undefined ? null : yearly(lowest.price, now.mainPrice, time - lowest.at);
}

/** Rounds to eight decimals, like other ratios. */
export function rounded(n: number): number {
  return Math.round(n * 1e8) / 1e8 + 0;
}
