// Funding exactly as in the rules: the rate of a period's premiums, and what each row then pays or receives. Rates and
// premiums in 10⁻¹⁰. Rules 6.4 to 6.6.

import { absolute, divideCeil, divideRound, divideTrunc, greatest, least, sum } from "../../numbers/exact-numbers.ts";
import type { NaiveFunding, NaiveMarket } from "../../state/records/naive-market.ts";

const HOUR_MS = 3_600_000;
/** 0.5 %. */
const STEEPER = 50_000_000n;
/** 1.5 %. */
const STEEPEST = 150_000_000n;

/** Terms that the operator may change; a change applies from the next settlement on. */
interface FundingTerms {
  readonly periodHours: bigint;
  readonly cap: bigint;
  readonly floor: bigint;
}

/** The terms in force. */
export function termsOf({ parameters }: NaiveMarket): FundingTerms {
  return {
    periodHours: parameters.fundingPeriodHours,
    cap: parameters.capFunding,
    floor: parameters.floorFunding,
  };
}

/** Starts the next period at a funding time, on the announced terms. */
export function beginPeriod(market: NaiveMarket): void {
  const { funding } = market;
  market.parameters = { ...market.parameters, ...funding.announced };
  funding.announced = {};
  funding.samples = [];
  funding.nextAt = nextFundingTime(funding.nextAt, market.parameters.fundingPeriodHours);
}

/** The slope of rules 6.4: small premiums count once, larger ones twice, the largest four times. */
export function scaledPremium(premium: bigint): bigint {
  const size = absolute(premium);
  const scaled =
    size < STEEPER ? size : size < STEEPEST ? STEEPER + 2n * (size - STEEPER) : 250_000_000n + 4n * (size - STEEPEST);
  return premium < 0n ? -scaled : scaled;
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  return least(high, greatest(low, value));
}

/** The rate for an average premium. */
export function rateOfAverage(
  average: bigint,
  terms: FundingTerms,
  interest: { readonly interestRate: bigint; readonly floorIr: bigint; readonly capIr: bigint },
): bigint {
  const interestPart = clamp(interest.interestRate - average, interest.floorIr, interest.capIr);
  // Eighths of 10⁻¹⁰, rounded to whole 10⁻⁸.
  const eighths = 8n * scaledPremium(average) + interestPart * terms.periodHours;
  return clamp(divideRound(eighths, 800n) * 100n, terms.floor, terms.cap);
}

/** The rate of a period's samples; 0 without any. */
export function fundingRate(
  samples: readonly bigint[],
  terms: FundingTerms,
  interest: { readonly interestRate: bigint; readonly floorIr: bigint; readonly capIr: bigint },
): bigint {
  if (samples.length === 0) return 0n;
  return rateOfAverage(divideTrunc(sum(samples), BigInt(samples.length)), terms, interest);
}

/** The first funding time after a given time. */
export function nextFundingTime(after: number, periodHours: bigint): number {
  const period = Number(periodHours) * HOUR_MS;
  return (Math.floor(after / period) + 1) * period;
}

export function newFunding(at: number, periodHours: bigint): NaiveFunding {
  const nextAt = nextFundingTime(at, periodHours);
  return {
    samples: [],
    lastRate: 0n,
    lastPeriodHours: periodHours,
    estimatedRate: 0n,
    sumUnitary: 0n,
    nextAt,
    announced: {},
  };
}

/** Funding of one unit of the base asset, in 10⁻¹⁸. */
export function unitaryFunding(mark: bigint, rate: bigint): bigint {
  return mark * rate;
}

/** The fee of a position, in micros: rounded against the account, whether it pays or receives. */
export function fundingFee(quantity: bigint, unitary: bigint): bigint {
  return divideCeil(quantity * unitary, 10n ** 20n);
}
