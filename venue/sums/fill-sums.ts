// The sums of the fills, transfers and funding of a span of time, from which account statistics are computed, in memory and in
// the tables of history.

import type { OrderReport, PositionTransfer } from "@evermark/engine";

/** The sums of the fills, transfers and funding of one market in one margin mode. */
export interface FillSums {
  /** Bought minus sold, in lots. */
  readonly quantity: number;
  /** Paid for what was bought, minus received for what was sold, plus `fee`. Micros. */
  readonly cost: number;
  /** Micros; a rebate makes it negative. */
  readonly fee: number;
  /** Traded volume, bought and sold together, micros. */
  readonly volume: number;
  readonly trades: number;
  /** The number of trades that closed something with a gain or a loss, and of those with a gain. */
  readonly closes: number;
  readonly wins: number;
}

/** The sums without any fill. */
export const noFills: FillSums = { quantity: 0, cost: 0, fee: 0, volume: 0, trades: 0, closes: 0, wins: 0 };

/** One fill as sums, exact: one tick times one lot is a whole number of micros. */
export function sumsOfFill(
  fill: Pick<OrderReport, "side" | "fillPrice" | "fillQuantity" | "fee" | "realizedPnl">,
  microsPerTickLot: number,
): FillSums {
  const { side, fillPrice, fillQuantity, fee, realizedPnl } = fill;
  const quantity = side === "BUY" ? fillQuantity : -fillQuantity;
  const volume = fillQuantity * fillPrice * microsPerTickLot;
  const cost = (side === "BUY" ? volume : -volume) + fee;
  return { quantity, cost, fee, volume, trades: 1, closes: realizedPnl === 0 ? 0 : 1, wins: realizedPnl > 0 ? 1 : 0 };
}

/** A funding payment as sums. */
export function sumsOfFunding(fee: number): FillSums {
  return { ...noFills, cost: fee };
}

/** A transfer at the mark price as sums: what it moved, and its cost. It is not a trade, and its fee is not a trading fee. */
export function sumsOfTransfer(
  { quantity, price, fee }: Pick<PositionTransfer, "quantity" | "price" | "fee">,
  microsPerTickLot: number,
): FillSums {
  return { ...noFills, quantity, cost: quantity * price * microsPerTickLot + fee };
}
