// Taking over positions: from accounts in liquidation and from the insurance fund. Rules 7.5, 7.8.

import type { Millis, PriceE8, QuantityE8 } from "../../base/units.ts";
import type { CarriesOutRequest } from "./signed-request.ts";

/** Claims part of an offer. Ratios are fractions in 10⁻⁸ of what is offered. Rules 7.5. */
export interface ClaimLiquidation extends CarriesOutRequest {
  readonly type: "claim_liquidation";
  at: Millis;
  readonly account: number;
  readonly liquidationId: number;
  readonly ratio: number;
  /** Of what is not offered; 0 when absent. */
  readonly extraRatio: number;
  /** Worst prices that the claimer accepts, by market. */
  readonly limits: readonly { readonly market: number; readonly price: PriceE8 }[];
  /** A ratio of its own for some markets of a high-tier liquidation. */
  readonly ratios: readonly { readonly market: number; readonly ratio: number }[];
}

/** Claims inventory of the insurance fund. Rules 7.8. */
export interface ClaimInsuranceFund extends CarriesOutRequest {
  readonly type: "claim_insurance_fund";
  at: Millis;
  readonly account: number;
  readonly claimId: number;
  readonly market: number;
  readonly quantity: QuantityE8;
  /** 0 when absent. */
  readonly limitPrice: PriceE8;
}

export type LiquidationCommand = ClaimLiquidation | ClaimInsuranceFund;
