// The fee of a transfer out of a liquidation, and how it is shared. Rules 7.5. The liquidator earns its part first; the
// rest, which may be nothing, goes to the insurance fund.

import { mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { E10, type Lots, type Micros } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Holding } from "../../money/margin/account-figures.ts";
import { fullFee } from "./offers.ts";

/** The lots of one position that change hands. */
export interface TransferPart {
  readonly holding: Holding;
  /** Unsigned. */
  readonly lots: Lots;
}

/** Lots of a take, signed like the position. */
export function signedLots({ holding, lots }: TransferPart): Lots {
  return holding.quantity > 0 ? lots : -lots;
}

/** What one row of a transfer is charged, and the liquidator's part of it. Micros. */
export interface TakeFee {
  readonly userFee: Micros;
  readonly liquidatorFee: Micros;
}

/**
 * @param collateral TC, or M + U, of the subject, micros
 * @param notional ΣN of the subject
 * @param assigned for an assignment to the insurance fund, what the fund would lose against the index, micros: the
 * subject pays as much of the full fee and of this as it has, because the fund has to live on what comes with the
 * positions. Null for a claimer: then the margin behind the other positions stays with them
 */
export function feesOf(
  collateral: Micros,
  notional: Micros,
  takes: readonly TransferPart[],
  assigned: number | null,
): TakeFee[] {
  const sizes = takes.map(({ holding, lots }) => lots * holding.market.mark * holding.market.unit);
  const earned = takes.map(({ holding, lots }) => liquidatorFeeOn(holding.market, lots));
  const moved = sum(sizes);
  const full = sum(takes.map(({ holding, lots }) => fullFee(holding, lots)));
  const fee = Math.max(
    sum(earned),
    assigned === null ? proRata(collateral, notional, moved, full) : Math.min(full + assigned, collateral),
  );
  // By notional; the remainder of the divisions goes to the last row.
  const charged = sizes.map((size) => mulDivFloor(fee, size, moved));
  charged[charged.length - 1]! += fee - sum(charged);
  return takes.map((_, i) => ({ userFee: charged[i]!, liquidatorFee: earned[i]! }));
}

/** ⌊N × liquidator_fee⌋ of `lots` at the mark, micros. */
export function liquidatorFeeOn(market: Market, lots: Lots): Micros {
  return mulDivFloor(Math.abs(lots) * market.mark * market.unit, market.parameters.liquidatorFee, E10);
}

/** The full fee where the margin is ample, else no more than the margin behind the transferred part. */
function proRata(collateral: Micros, notional: Micros, moved: Micros, full: Micros): Micros {
  return Math.min(full, mulDivFloor(collateral, moved, notional));
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
