// Positions that are offered for claims, and positions transferred without a trade. Rules 7.5 to 7.10.

import type { Lots, MarketNumber, Micros, RatioE10, Ticks } from "../base/units.ts";
import type { MarginMode } from "../base/vocabulary.ts";

/** One row of an offer, of a transfer or of the fund's inventory. */
export interface OfferedPosition {
  readonly market: MarketNumber;
  /** Signed like the position. */
  readonly quantity: Lots;
  /** The rate that the taker earns: `liquidator_fee`, or the claim discount of the fund. */
  readonly feeRate: RatioE10;
}

export interface TransferredPosition {
  readonly market: MarketNumber;
  /** The margin mode of the side that gives up the position. */
  readonly marginMode: MarginMode;
  /** The transferred quantity, signed as the position was. */
  readonly quantity: Lots;
  /** The whole position before the transfer. */
  readonly totalQuantity: Lots;
  readonly price: Ticks;
  /** quantity × price, micros, signed like the quantity. */
  readonly costTransfer: Micros;
  readonly liquidatorFeeRate: RatioE10;
  readonly insuranceFeeRate: RatioE10;
  /** The fee that the taker received. */
  readonly liquidatorFee: Micros;
  /** The fee that the insurance fund received. */
  readonly insuranceFee: Micros;
  readonly realizedPnl: Micros;
}
