// What a market is: its parameters as the operator wrote them (rules 13), on the engine's scales.

import type { Micros, PriceE8, QuantityE8, RatioE10 } from "../base/units.ts";

/** Rules 1.2 and 13; the same names as in the market rule row of `GET /v1/public/info`. */
export interface MarketParameters {
  /** `PERP_<BASE>_USDC` */
  readonly symbol: string;
  readonly quoteMin: PriceE8;
  readonly quoteMax: PriceE8;
  readonly quoteTick: PriceE8;
  readonly baseMin: QuantityE8;
  readonly baseMax: QuantityE8;
  readonly baseTick: QuantityE8;
  readonly minNotional: Micros;
  readonly priceRange: RatioE10;
  readonly priceScope: RatioE10;
  readonly baseImr: RatioE10;
  readonly baseMmr: RatioE10;
  /** In 10⁻¹⁰, as rules 13.2 prints it: 0.0000000910 is 910. */
  readonly imrFactor: RatioE10;
  readonly maxNotional: Micros;
  readonly globalMaxOiCap: Micros;
  readonly fundingPeriodHours: number;
  readonly capFunding: RatioE10;
  readonly floorFunding: RatioE10;
  readonly capIr: RatioE10;
  readonly floorIr: RatioE10;
  readonly interestRate: RatioE10;
  /** The mark price's band is this many tenths of the funding cap: 7.5 is 75. Rules 6.2. */
  readonly markFactorTenths: number;
  readonly maxMarkDeviation: RatioE10;
  readonly liquidationTier: number;
  readonly stdLiquidationFee: RatioE10;
  readonly liquidatorFee: RatioE10;
  readonly claimInsuranceFundDiscount: RatioE10;
  /** Names of the index price sources, in the order of their numbers; "" where one was that is none any more. */
  readonly sources: readonly string[];
  /** Fewer sources than this count as none. */
  readonly minSources: number;
  /** Whether no source weighs more than 40 % while three or more count. */
  readonly capsWeights: boolean;
  /** How far the index may move in one update before it is not believed, as a part of it. */
  readonly maxIndexJump: RatioE10;
  /** How far from the index a close may trade that nothing else bounds, as a part of it. Rules 2.3 (7), 3.2. */
  readonly stopSlippage: RatioE10;
  /** Whether the market opens, and stays open, only with a deep enough book: the launch gate of rules 11.3. */
  readonly gated: boolean;
}

/** What an operator may change of a market's funding. */
export interface FundingTerms {
  readonly fundingPeriodHours: number;
  readonly capFunding: RatioE10;
  readonly floorFunding: RatioE10;
}
