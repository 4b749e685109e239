// Margin ratios exactly as in the rules, with the exact fifth root. Rules 5.1, 5.7.

import { divideCeil, greatest } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";

const knownRates = new Map<string, bigint>();

/**
 * D(num, den, N): the smallest r ≥ 0 with r⁵ · den⁵ · 10²⁴ ≥ num⁵ · N⁴. Rules 5.1. Cached, because a property asks for
 * the same few values all the time.
 */
function powerRate(numerator: bigint, denominator: bigint, notionalMicros: bigint): bigint {
  const key = `${numerator}/${denominator}/${notionalMicros}`;
  const known = knownRates.get(key) ?? bisectRate(numerator, denominator, notionalMicros);
  knownRates.set(key, known);
  return known;
}

function bisectRate(numerator: bigint, denominator: bigint, notionalMicros: bigint): bigint {
  const reached = (r: bigint) => r ** 5n * denominator ** 5n * 10n ** 24n >= numerator ** 5n * notionalMicros ** 4n;
  let high = 1n;
  while (!reached(high)) high *= 2n;
  let low = -1n; // never reached
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle >= 0n && reached(middle)) high = middle;
    else low = middle;
  }
  return high;
}

export function initialRate(market: NaiveMarket, leverage: bigint, notionalMicros: bigint): bigint {
  const { baseImr, imrFactor } = market.parameters;
  return greatest(divideCeil(RATE, leverage), baseImr, powerRate(imrFactor, 1n, notionalMicros));
}

export function maintenanceRate(market: NaiveMarket, notionalMicros: bigint): bigint {
  const { baseImr, baseMmr, imrFactor } = market.parameters;
  return greatest(baseMmr, powerRate(baseMmr * imrFactor, baseImr, notionalMicros));
}

export function marginOf(notionalMicros: bigint, rate: bigint): bigint {
  return divideCeil(notionalMicros * rate, RATE);
}

export function maxLeverage(market: NaiveMarket): bigint {
  return RATE / market.parameters.baseImr;
}

/** Whether a notional is too large for a leverage. Rules 5.7. */
export function exceedsLeverageLimit(market: NaiveMarket, leverage: bigint, notionalMicros: bigint): boolean {
  return powerRate(market.parameters.imrFactor, 1n, notionalMicros) * leverage > RATE;
}
