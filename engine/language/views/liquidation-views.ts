// The read-only view of liquidations and of the insurance fund. Rules 7; interface `GET /v1/public/liquidation`,
// `GET /v1/public/insurancefund`.

import type {
  AccountNumber,
  LiquidationId,
  MarketNumber,
  Micros,
  Millis,
  RatioE8,
  RatioE10,
  Ticks,
} from "../../base/units.ts";
import type { OfferedPosition } from "../offered-positions.ts";
import type { PositionView } from "./position-views.ts";

export interface OfferView {
  readonly liquidationId: LiquidationId;
  readonly kind: "liquidated" | "claim";
  /** INSURANCE for a claim. */
  readonly account: AccountNumber;
  readonly startedAt: Millis;
  readonly changedAt: Millis;
  readonly positions: readonly OfferedPosition[];
}

/** The terms on which one whole position of an offer could be claimed now. */
export interface ClaimTerms {
  /** The worse of mark and index for the taker: the price that a limit price is compared with. */
  readonly price: Ticks;
  /** The fee or discount, less what the taker gains by the mark's distance from the index; below 0 when the taker pays. */
  readonly earned: Micros;
}

export interface InsuranceFundView {
  readonly holding: Micros;
  /** holding + ΣU. */
  readonly collateral: Micros;
  readonly notional: Micros;
  /** 10⁻⁸; 10 when it holds nothing. */
  readonly marginRatioE8: RatioE8;
  /** The collateral above `initialMarginRatio` of its notional. */
  readonly freeCollateral: Micros;
  /** The ratio that deleveraging restores, and the one below which it starts. */
  readonly initialMarginRatio: RatioE10;
  readonly minimumMarginRatio: RatioE10;
  readonly solvent: boolean;
  /** By market. */
  readonly positions: readonly PositionView[];
}

export interface LiquidationReader {
  /** All offers that can be claimed now, by ascending id. */
  offers(): OfferView[];
  offer(liquidationId: LiquidationId): OfferView | undefined;
  /** The terms of an offer as it is now, one per position. */
  terms(offer: OfferView): ClaimTerms[];
  /** The purse of the fund's position in a market: what came with the position, and what a discount on it may cost. Rules 7.7. */
  purse(market: MarketNumber): Micros;
  insuranceFund(): InsuranceFundView;
  /** Whether an account (`market` -1), or its isolated row in a market, is frozen by a liquidation. */
  isLiquidating(account: AccountNumber, market: MarketNumber): boolean;
}
