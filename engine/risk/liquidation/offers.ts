// How much of a subject in liquidation is offered: its positions by group, and of each group the smallest whole
// percentage that restores its initial margin. Rules 7.2, 7.4. Pure functions of holdings.

import { mulDivCeil } from "../../base/numbers/arithmetic.ts";
import { E10, type Lots, type Micros, type Percent } from "../../base/units.ts";
import type { Holding } from "../../money/margin/account-figures.ts";

/** The positions of a subject in liquidation. */
export interface SubjectPositions {
  /** All of its positions. */
  readonly holdings: readonly Holding[];
  /** Those of them that can change hands now. */
  readonly live: readonly Holding[];
}

const LOW_TIER = 1;

export function isLowTier({ market }: Holding): boolean {
  return market.parameters.liquidationTier === LOW_TIER;
}

/** All low-tier positions form one group, each high-tier position its own; the low tier comes first, then by symbol. */
export function groupsOf(holdings: readonly Holding[]): Holding[][] {
  const low = holdings.filter(isLowTier);
  const high = holdings.filter((holding) => !isLowTier(holding));
  return [...(low.length === 0 ? [] : [low]), ...high.map((holding) => [holding])];
}

function totalNotional(holdings: readonly Holding[]): Micros {
  let total = 0;
  for (const { notional } of holdings) total += notional;
  return total;
}

/** ⌈Σ liquidator_fee × N⌉: with less collateral, not even a liquidator could be paid. Micros. */
export function takeOverLine(holdings: readonly Holding[], atIndices: boolean): Micros {
  let sum = 0n;
  for (const { market, quantity } of holdings) {
    const notional = Math.abs(quantity) * (atIndices ? market.index : market.mark) * market.unit;
    sum += BigInt(notional) * BigInt(market.parameters.liquidatorFee);
  }
  return Number((sum + BigInt(E10 - 1)) / BigInt(E10));
}

/** `percent` of a size in whole lots, rounded up. */
function shareOf(size: Lots, percent: Percent): Lots {
  return mulDivCeil(size, percent, 100);
}

/** The offered share of a position, with its sign. */
export function offeredLots({ quantity }: Holding, percent: Percent): Lots {
  return quantity > 0 ? shareOf(quantity, percent) : -shareOf(-quantity, percent);
}

/** ⌈N × std_liquidation_fee⌉ of `lots` of a holding, micros. */
export function fullFee({ market }: Holding, lots: Lots): Micros {
  return mulDivCeil(lots * market.mark * market.unit, market.parameters.stdLiquidationFee, E10);
}

/**
 * How much of a group is offered, in whole percent of each of its positions.
 * @param collateral TC, or M + U, micros
 * @param holdings all positions of the subject
 */
export function offeredPercent(collateral: Micros, holdings: readonly Holding[], group: readonly Holding[]): Percent {
  if (feesEatAll(collateral, holdings, group)) return 100;
  let others = 0;
  for (const holding of holdings) if (!group.includes(holding)) others += initialMargin(holding, holding.quantity);
  for (let percent = 1; percent < 100; percent++) {
    let needed = others;
    for (const holding of group) {
      const size = Math.abs(holding.quantity);
      const taken = shareOf(size, percent);
      needed += fullFee(holding, taken) + initialMargin(holding, size - taken);
    }
    if (collateral >= needed) return percent;
  }
  return 100;
}

/** Whether TC ÷ ΣN is no more than the group's average fee rate: then no transfer could raise the margin ratio. */
function feesEatAll(collateral: Micros, holdings: readonly Holding[], group: readonly Holding[]): boolean {
  const fees = sumOf(group, (holding) => holding.market.parameters.stdLiquidationFee);
  const all = BigInt(totalNotional(holdings));
  return BigInt(collateral) * BigInt(totalNotional(group)) * BigInt(E10) <= fees * all;
}

function initialMargin({ market, leverage }: Holding, lots: Lots): Micros {
  return market.ratios.initialMargin(leverage, Math.abs(lots) * market.mark * market.unit);
}

/** Σ N × rate, in 10⁻¹⁰ of a micro. */
function sumOf(holdings: readonly Holding[], rateOf: (holding: Holding) => number): bigint {
  let sum = 0n;
  for (const holding of holdings) sum += BigInt(holding.notional) * BigInt(rateOf(holding));
  return sum;
}
