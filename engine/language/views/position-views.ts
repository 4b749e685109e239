// The read-only view of an account's value, its margin needs, and its positions. Rules 4, 5.2, 5.3, 5.6.

import type {
  Leverage,
  Lots,
  MarketNumber,
  Micros,
  Millis,
  PriceE8,
  RatioE8,
  RatioE10,
  Ticks,
} from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";

/** Money of an account. Rules 5.2; ratios in 10⁻⁸, own ratios rounded down, requirement ratios up. */
export interface MarginView {
  readonly holding: Micros;
  readonly frozen: Micros;
  readonly isolatedOrderFrozen: Micros;
  readonly totalCollateral: Micros;
  readonly accountValue: Micros;
  readonly freeCollateral: Micros;
  readonly withdrawable: Micros;
  readonly unsettledPnl: Micros;
  readonly notional: Micros;
  readonly initialMargin: Micros;
  readonly maintenanceMargin: Micros;
  readonly notionalWithOrders: Micros;
  readonly initialMarginWithOrders: Micros;
  readonly maintenanceMarginWithOrders: Micros;
  readonly marginRatioE8: RatioE8;
  readonly initialMarginRatioE8: RatioE8;
  readonly maintenanceMarginRatioE8: RatioE8;
  readonly openMarginRatioE8: RatioE8;
  readonly currentMarginRatioWithOrdersE8: RatioE8;
  readonly initialMarginRatioWithOrdersE8: RatioE8;
  readonly maintenanceMarginRatioWithOrdersE8: RatioE8;
}

export interface PositionView {
  readonly market: MarketNumber;
  readonly marginMode: MarginMode;
  readonly quantity: Lots;
  readonly cost: Micros;
  /** Rounded to nearest; 0 with no position. */
  readonly averageOpenPrice: PriceE8;
  readonly mark: Ticks;
  readonly settlePrice: Ticks;
  /** `0` when the account would not be liquidated at any price. */
  readonly estLiqPrice: PriceE8;
  readonly unsettledPnl: Micros;
  /** Rounded down. */
  readonly unrealizedPnl: Micros;
  readonly notional: Micros;
  readonly pendingLong: Lots;
  /** Zero or negative. */
  readonly pendingShort: Lots;
  readonly imr: RatioE10;
  readonly mmr: RatioE10;
  readonly imrWithOrders: RatioE10;
  readonly mmrWithOrders: RatioE10;
  readonly leverage: Leverage;
  readonly margin: Micros;
  readonly accruedFunding: Micros;
  /** In 10⁻¹⁸. */
  readonly lastSumUnitaryFunding: bigint;
  readonly openedAt: Millis;
  readonly updatedAt: Millis;
  /** Rises with each change of the row. */
  readonly version: number;
}
