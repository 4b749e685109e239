// The tiers of a builder's monthly volume, and the rates that the venue keeps in each. Rules 8.1. A tier holds from one
// midnight to the next; a builder's users never pay less than its tier allows (rules 8.2).

import { MICROS_PER_USDC, type Micros } from "../../base/units.ts";
import { FEE_COMMANDS } from "../../language/commands/fee-commands.ts";
import { boundsOf } from "../../language/field.ts";
import type { Broker } from "../../memory/state.ts";

interface Tier {
  /** The monthly volume from which it applies, micros. */
  readonly volume: Micros;
  /** The venue's part of a taker's notional, in 10⁻⁶: hundredths of a basis point. */
  readonly takerE6: number;
  /** The lowest rate of a maker, on the same scale. */
  readonly makerE6: number;
}

const MILLION_USDC = 1_000_000 * MICROS_PER_USDC;

/** Public, Silver, Gold, Platinum, Diamond. */
export const TIERS: readonly Tier[] = [
  { volume: 0, takerE6: 300, makerE6: 0 },
  { volume: 50 * MILLION_USDC, takerE6: 275, makerE6: -5 },
  { volume: 200 * MILLION_USDC, takerE6: 250, makerE6: -10 },
  { volume: 750 * MILLION_USDC, takerE6: 200, makerE6: -15 },
  { volume: 2_000 * MILLION_USDC, takerE6: 100, makerE6: -20 },
];

/** In 10⁻⁵. */
export const { most: HIGHEST_FEE } = boundsOf(FEE_COMMANDS.set_broker_fees.fields.takerFee);

/** Lowest rates of a tier in 10⁻⁵. Rate steps are coarser than a tier's limits, so a limit is rounded up. */
export function lowestTakerFee(tier: number): number {
  return Math.ceil(TIERS[tier]!.takerE6 / 10);
}

export function lowestMakerFee(tier: number): number {
  return Math.ceil(TIERS[tier]!.makerE6 / 10) + 0;
}

/** The tier of a builder: that of this month's or last month's volume, or its assigned minimum, whichever is highest. */
export function tierFor(broker: Broker): number {
  const volume = Math.max(broker.volumeThisMonth, broker.volumeLastMonth);
  let tier = broker.minimumTier;
  while (tier + 1 < TIERS.length && volume >= TIERS[tier + 1]!.volume) tier++;
  return tier;
}

/**
 * Adds the notional of one side to its builder's volume. Beyond 2^53 micros, nine billion USDC a month and far above
 * the highest tier, numbers are no longer exact: the volume stays there.
 */
export function addVolume(broker: Broker, notional: Micros): void {
  broker.volumeThisMonth = Math.min(broker.volumeThisMonth + notional, Number.MAX_SAFE_INTEGER);
}
