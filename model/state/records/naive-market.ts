// The model's record of one market: its rules, its prices, its funding, and whether its index is believed. Rules 1.2,
// 6, 11.3, 11.4.

import type { MarketParameters, MarketState, StateReason } from "@evermark/engine";

/** The numeric parameters of a market, as big integers under the same names. */
export type ExactParameters = {
  readonly [Name in keyof MarketParameters as MarketParameters[Name] extends number ? Name : never]: bigint;
};

export interface NaiveSource {
  price: bigint;
  volume: bigint;
  reportedAt: number;
  /** When it last reported a price that can be believed. */
  saneAt: number;
  /** What is wrong with the report, if it cannot be believed. */
  nonsense: StateReason | null;
  /** Whether it is from before the last start of the venue. */
  isOld: boolean;
}

export interface NaiveMarket {
  readonly number: number;
  readonly symbol: string;
  /** The operator may change some of them. */
  parameters: ExactParameters;
  state: MarketState;
  /** The state that the operator's halt of the whole venue interrupted. */
  stateBeforeHalt: MarketState;
  /** 0 when none is announced. */
  delistAt: number;
  /** Index prices on multiples of 15 seconds of the half hour before a delisting. */
  delistSamples: bigint[];
  /** The index from the sources, and the price that replaces it where positions are valued. Rules 6.1, 6.2. */
  index: bigint;
  expected: bigint;
  mark: bigint;
  /** 0 before the first trade. */
  last: bigint;
  pinned: boolean;
  /** By source number; `undefined` until the source has reported. */
  sources: (NaiveSource | undefined)[];
  readonly sourceCount: number;
  readonly capsWeights: boolean;
  /** Volumes by source number, as of the last refresh. Rules 6.1. */
  weights: bigint[];
  /** The latest basis snapshots, at most 15, oldest first. */
  basis: bigint[];
  /** The mark when the market began to stand still; `null` while its rows can be liquidated. */
  stoodAt: bigint | null;
  readonly funding: NaiveFunding;
  readonly belief: IndexTrust;
}

/** Whether the index can be believed, and what waits until it can. Rules 11.4 and the safe modes. */
export interface IndexTrust {
  readonly listedAt: number;
  /** Whether the sources ever set the index; before that any level is as good as the listing price. */
  hasSpoken: boolean;
  /** Whether the operator resumed the market, so that the next index is accepted however far it is. */
  takesAnything: boolean;
  /** When the operator last resumed the market after a halt; 0 for never. */
  vouchedAt: number;
  /** Why the market halted automatically, and the state to which it returns; `null` when it has not. */
  halt: { readonly reason: StateReason; readonly earlier: MarketState } | null;
  /** The problem at the last tick. Until it is over, index and mark do not move. */
  trouble: StateReason | null;
  /** Since when prices have been fresh, or far away but in agreement, without a break; 0 when neither. */
  soundSince: number;
  /** The level when that began, and whether it is far away. */
  soundLevel: bigint;
  soundFar: boolean;
  /** From a start of the venue until its index has been fresh once. */
  holdsLiquidation: boolean;
  /** Whether the last tick that evaluated the index found it in doubt: holds until the next. */
  doubted: boolean;
}

/** Rates and premiums in 10⁻¹⁰. Rules 6.3 to 6.6. */
export interface NaiveFunding {
  /** Premium samples of the running period. */
  samples: bigint[];
  lastRate: bigint;
  /** The period of the last rate. */
  lastPeriodHours: bigint;
  estimatedRate: bigint;
  /** 10⁻¹⁸. */
  sumUnitary: bigint;
  /** The first funding time that has not been settled. */
  nextAt: number;
  /** Parameters that change with the next settlement. */
  announced: Partial<ExactParameters>;
}

export function exactParameters(parameters: MarketParameters): ExactParameters {
  const values: [string, unknown][] = Object.entries(parameters);
  const numbers = values.flatMap(([name, value]) => (typeof value === "number" ? [[name, BigInt(value)]] : []));
  return Object.fromEntries(numbers) as ExactParameters;
}

/** Converts from the exact scale to the engine's units. */
export function inTicks(market: NaiveMarket, price: bigint): number {
  return Number(price / market.parameters.quoteTick);
}

export function inLots(market: NaiveMarket, quantity: bigint): number {
  return Number(quantity / market.parameters.baseTick);
}

/** Price × quantity in micros; exact by the listing rule for whole ticks and lots. */
export function notional(price: bigint, quantity: bigint): bigint {
  return (price * quantity) / 10_000_000_000n;
}
