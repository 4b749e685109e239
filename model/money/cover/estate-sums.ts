// A collateral and what it carries: pure sums over plain rows. The same sums serve an account's cross rows and an isolated
// row alone. Rules 7.1, 7.3, 7.9.

import { absolute, divideCeil, sum } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import { maintenanceRate, marginOf } from "../margin/margin-rates.ts";

/** A position that stands behind a collateral. */
export interface Exposure {
  readonly market: NaiveMarket;
  /** Signed, 10⁻⁸. */
  readonly quantity: bigint;
  readonly leverage: bigint;
}

/** A collateral and all that it carries, by symbol: an account's cross rows, or one isolated row. */
export interface Estate {
  /** TC, or M + U. */
  readonly collateral: bigint;
  readonly positions: readonly Exposure[];
}

export function sizeOf({ market, quantity }: Exposure): bigint {
  return notional(market.mark, absolute(quantity));
}

export function totalSize(positions: readonly Exposure[]): bigint {
  return sum(positions.map(sizeOf));
}

export function maintenanceOf(positions: readonly Exposure[]): bigint {
  return sum(positions.map((each) => marginOf(sizeOf(each), maintenanceRate(each.market, sizeOf(each)))));
}

/** Rules 7.1: an account that holds nothing needs nothing, but owes what is below that. */
export function isBelowMaintenance({ collateral, positions }: Estate): boolean {
  return collateral < maintenanceOf(positions);
}

/** Whether not even a liquidator could be paid. Rules 7.3. */
export function isBankrupt({ collateral, positions }: Estate): boolean {
  return (
    collateral < divideCeil(sum(positions.map((each) => sizeOf(each) * each.market.parameters.liquidatorFee)), RATE)
  );
}
