// Auto-deleveraging: who has to give up a profitable position when the insurance fund holds too much, in which order
// and how much. Pure sums. Rules 7.6, 7.10.

import { type Exposure, totalSize } from "../../money/cover/estate-sums.ts";
import { absolute, divideCeil, divideFloor, greatest } from "../../numbers/exact-numbers.ts";
import { RATE, RATIO } from "../../numbers/scales.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";

/** On the scale of rates. */
const FUND_INITIAL_RATIO = 3_000_000_000n;
export const FUND_MINIMUM_RATIO = 2_500_000_000n;
export const FUND_SOLVENCY_RATIO = 1_000_000_000n;

/** Whether a fund's collateral is below a ratio of its notional; never when it has no positions. */
export function isFundBelow(collateral: bigint, positions: readonly Exposure[], ratio: bigint): boolean {
  return positions.length > 0 && collateral * RATE < totalSize(positions) * ratio;
}

/** How much of one of its markets the fund has to shed to be back at its initial ratio; 0 for none. */
export function neededOf(collateral: bigint, positions: readonly Exposure[], market: NaiveMarket): bigint {
  const { baseTick } = market.parameters;
  const held = absolute(positions.find((each) => each.market === market)!.quantity);
  if (collateral <= 0n) return held;
  const tooMuch = totalSize(positions) - divideFloor(collateral * RATE, FUND_INITIAL_RATIO);
  // Micros over a price in 10⁻⁸: quantities are in 10⁻⁸ too.
  return divideCeil(greatest(0n, tooMuch) * RATE, market.mark * baseTick) * baseTick;
}

/** A user's row that could be deleveraged. */
export interface Candidate {
  readonly account: number;
  readonly accountId: string;
  readonly isolated: boolean;
  readonly quantity: bigint;
  readonly averageOpenPrice: bigint;
  /** ΣN and TC of the account, or N and M + U of the isolated row. */
  readonly size: bigint;
  readonly collateral: bigint;
}

interface Rank {
  readonly unrealized: bigint;
  readonly roi: bigint;
  readonly leverage: bigint;
  readonly score: bigint;
}

export function rankOf(market: NaiveMarket, row: Candidate): Rank {
  const unrealized = divideFloor(row.quantity * (market.mark - row.averageOpenPrice), RATE);
  const entry = notional(row.averageOpenPrice, absolute(row.quantity));
  const roi = divideFloor(unrealized * RATIO, greatest(1n, entry));
  // An account with no collateral left is leveraged beyond measure.
  const leverage = row.collateral <= 0n ? 10n ** 30n : divideFloor(row.size * 10_000n, row.collateral);
  return { unrealized, roi, leverage, score: roi > 0n ? roi * leverage : 0n };
}

/** The order of deleveraging: by score, then rows without profit by their result, then the larger, then by id. */
export function ranked(market: NaiveMarket, rows: readonly Candidate[]): Candidate[] {
  const by = (a: bigint, b: bigint) => (a === b ? 0 : a > b ? -1 : 1);
  return rows.toSorted((a, b) => {
    const [first, second] = [rankOf(market, a), rankOf(market, b)];
    const gains = by(first.roi > 0n ? 1n : 0n, second.roi > 0n ? 1n : 0n);
    const worth = first.roi > 0n ? by(first.score, second.score) : by(first.roi, second.roi);
    const larger = by(absolute(a.quantity), absolute(b.quantity));
    const byId = a.accountId < b.accountId ? -1 : a.accountId > b.accountId ? 1 : 0;
    return gains || worth || larger || byId || Number(a.isolated) - Number(b.isolated);
  });
}
