// How much of a position in liquidation is offered, and how the fees of a transfer are shared: pure sums over plain
// rows. The same sums serve an account's cross rows and a single isolated row. Rules 7.2, 7.4, 7.5, 7.9.

import { type Estate, type Exposure, sizeOf, totalSize } from "../../money/cover/estate-sums.ts";
import { initialRate, marginOf } from "../../money/margin/margin-rates.ts";
import { absolute, divideCeil, divideFloor, greatest, least, sum } from "../../numbers/exact-numbers.ts";
import { RATE, RATIO } from "../../numbers/scales.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";

/** The low tier forms one group, every row of the high tier its own; low first, then by symbol. Rules 7.2. */
export function groupsOf(positions: readonly Exposure[]): Exposure[][] {
  const low = positions.filter(({ market }) => market.parameters.liquidationTier === 1n);
  const high = positions.filter(({ market }) => market.parameters.liquidationTier !== 1n);
  return [...(low.length === 0 ? [] : [low]), ...high.map((each) => [each])];
}

/** `percent` of a position in whole lots, rounded up. Unsigned. */
export function shareOf({ market, quantity }: Exposure, percent: bigint): bigint {
  const { baseTick } = market.parameters;
  return least(absolute(quantity), divideCeil(absolute(quantity) * percent, 100n * baseTick) * baseTick);
}

/** The whole percentage of a group that is offered. Rules 7.4. */
export function offeredPercent(estate: Estate, group: readonly Exposure[]): bigint {
  const feeOfAll = sum(group.map((each) => sizeOf(each) * each.market.parameters.stdLiquidationFee));
  // Below this ratio each transfer costs more than it frees.
  const feesEatAll = estate.collateral * totalSize(group) * RATE <= feeOfAll * totalSize(estate.positions);
  if (feesEatAll) return 100n;
  for (let percent = 1n; percent < 100n; percent += 1n) {
    if (isSafeAfter(estate, group, percent)) return percent;
  }
  return 100n;
}

function isSafeAfter(estate: Estate, group: readonly Exposure[], percent: bigint): boolean {
  let fee = 0n;
  const left = estate.positions.map((each) => {
    if (!group.includes(each)) return each;
    const taken = shareOf(each, percent);
    fee += fullFee(each.market, taken);
    return { ...each, quantity: absolute(each.quantity) - taken };
  });
  const initial = sum(
    left.map((each) => marginOf(sizeOf(each), initialRate(each.market, each.leverage, sizeOf(each)))),
  );
  return estate.collateral - fee >= initial;
}

/** Unsigned. */
function fullFee(market: NaiveMarket, quantity: bigint): bigint {
  return divideCeil(notional(market.mark, quantity) * market.parameters.stdLiquidationFee, RATE);
}

/** One row's part of a transfer. */
export interface TakenPart {
  readonly market: NaiveMarket;
  /** Unsigned. */
  readonly quantity: bigint;
  /** What the liquidated side is charged, and the liquidator's part of it; the fund gets the rest. */
  readonly userFee: bigint;
  readonly liquidatorFee: bigint;
}

/**
 * The fees of a transfer out of an estate. To the fund it is as much as there is of the full fee plus `loss`, what the
 * fund would lose against the index; `loss` is null for a claimer. Rules 7.5.
 */
export function takenFrom(
  estate: Estate,
  transfer: readonly { readonly market: NaiveMarket; readonly quantity: bigint }[],
  loss: bigint | null = null,
): TakenPart[] {
  const sizes = transfer.map(({ market, quantity }) => notional(market.mark, quantity));
  const earned = transfer.map(({ market }, n) => divideFloor(sizes[n]! * market.parameters.liquidatorFee, RATE));
  const full = sum(transfer.map(({ market, quantity }) => fullFee(market, quantity)));
  const all = totalSize(estate.positions);
  const moved = sum(sizes);
  const cap = divideFloor(estate.collateral * moved, all);
  const ample = estate.collateral * moved >= full * all;
  const charged = loss === null ? (ample ? full : least(full, cap)) : least(full + loss, estate.collateral);
  const fee = greatest(sum(earned), charged);
  // By notional, with the remainder on the last row.
  const parts = sizes.map((size) => divideFloor(fee * size, moved));
  parts[parts.length - 1] = fee - sum(parts.slice(0, -1));
  return transfer.map(({ market, quantity }, n) => ({
    market,
    quantity,
    userFee: parts[n]!,
    liquidatorFee: earned[n]!,
  }));
}

/** How much of a position a claim takes: a ratio of the offered part, and one of the rest. Ratios in 10⁻⁸. Rules 7.5. */
export function claimedQuantity(position: Exposure, offered: bigint, ratio: bigint, extraRatio: bigint): bigint {
  const { baseTick } = position.market.parameters;
  const held = absolute(position.quantity);
  const part = (of: bigint, fraction: bigint) => divideCeil(of * fraction, RATIO * baseTick) * baseTick;
  return least(held, part(offered, ratio)) + part(held - offered, extraRatio);
}

/** Whether a claim takes too little of an offer. Rules 7.5. */
export function isTooLittle(group: readonly Exposure[], percent: bigint, taken: bigint, ratio: bigint): boolean {
  const low = group[0]!.market.parameters.liquidationTier === 1n;
  const least = low ? 10_000_000_000n : 5_000_000_000n;
  const offered = sum(group.map((each) => notional(each.market.mark, shareOf(each, percent))));
  return offered < least ? ratio < RATIO : taken < least;
}
