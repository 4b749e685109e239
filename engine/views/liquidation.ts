// What can be read of liquidations and of the insurance fund. Rules 7; interface `GET /v1/public/liquidation`,
// `GET /v1/public/insurancefund`.

import type { OfferedPosition } from "../events/liquidation.ts";
import type { Micros, Millis } from "../units.ts";

export interface OfferView {
  readonly liquidationId: number;
  readonly kind: "liquidated" | "claim";
  /** INSURANCE for a claim. */
  readonly account: number;
  readonly startedAt: Millis;
  readonly changedAt: Millis;
  readonly positions: readonly OfferedPosition[];
}

export interface InsuranceFundView {
  readonly holding: Micros;
  /** holding + ΣU. */
  readonly collateral: Micros;
  readonly notional: Micros;
  /** 10⁻⁸; 10 when it holds nothing. */
  readonly marginRatioE8: number;
  readonly solvent: boolean;
}

export interface LiquidationReader {
  /** What can be claimed now, by ascending id. */
  offers(): OfferView[];
  offer(liquidationId: number): OfferView | undefined;
  insuranceFund(): InsuranceFundView;
  /** Whether an account (`market` -1), or its isolated row in a market, is frozen by a liquidation. */
  isLiquidating(account: number, market: number): boolean;
}
