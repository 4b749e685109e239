// Funding: the expected rate, the applied rate, and each payment. Rules 6.3 to 6.6.

import type { AccountNumber, Lots, MarketNumber, Micros, Millis, RatioE10, Ticks } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";

export type FundingEvent =
  /** With each premium sample, every 15 s. */
  | { readonly type: "estimated"; readonly market: MarketNumber; readonly rate: RatioE10; readonly at: Millis }
  /** At a funding time, before its payments; `at` is the funding time even when a later tick settles it. */
  | {
      readonly type: "applied";
      readonly market: MarketNumber;
      readonly rate: RatioE10;
      readonly mark: Ticks;
      /** After this funding, in 10⁻¹⁸. */
      readonly sumUnitaryFunding: bigint;
      readonly at: Millis;
    }
  /** One row's payment; positive is paid, negative received. */
  | {
      readonly type: "paid";
      readonly account: AccountNumber;
      readonly market: MarketNumber;
      readonly marginMode: MarginMode;
      readonly rate: RatioE10;
      readonly mark: Ticks;
      /** The signed position that was charged. */
      readonly quantity: Lots;
      readonly fee: Micros;
      readonly at: Millis;
    };
