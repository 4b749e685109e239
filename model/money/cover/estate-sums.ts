// A collateral and the positions that it backs: pure sums over plain rows. The same sums serve an account's cross rows
// and a single isolated row. Rules 7.1, 7.3, 7.9.

import { absolute, divideCeil, sum } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import { maintenanceRate, marginOf } from "../margin/margin-rates.ts";

/** A position that a collateral backs. */
export interface Exposure {
  readonly market: NaiveMarket;
  /** Signed, 10⁻⁸. */
  readonly quantity: bigint;
  readonly leverage: bigint;
}

/** A collateral and all positions that it backs, by symbol: an account's cross rows, or one isolated row. */
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

/** Rules 7.1: an account without positions needs nothing, but a negative collateral is still a debt. */
export function isBelowMaintenance({ collateral, positions }: Estate): boolean {
  return collateral < maintenanceOf(positions);
}

/** Whether the collateral cannot even pay a liquidator. Rules 7.3. */
export function isBankrupt({ collateral, positions }: Estate): boolean {
  return (
    collateral < divideCeil(sum(positions.map((each) => sizeOf(each) * each.market.parameters.liquidatorFee)), RATE)
  );
}
