// Funding: what the rate is expected to be, what it was, who paid and who received. Rules 6.3 to 6.6.

import type { AccountNumber, Lots, MarketNumber, Micros, Millis, RatioE10, Ticks } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";

export type FundingEvent =
  /** With each premium sample, every 15 s. */
  | { readonly type: "estimated"; readonly market: MarketNumber; readonly rate: RatioE10; readonly at: Millis }
  /** At a funding time, before its payments; `at` is that time, also when a later tick had to make up for it. */
  | {
      readonly type: "applied";
      readonly market: MarketNumber;
      readonly rate: RatioE10;
      readonly mark: Ticks;
      /** After this one, in 10⁻¹⁸. */
      readonly sumUnitaryFunding: bigint;
      readonly at: Millis;
    }
  /** One row's part; positive is paid, negative received. */
  | {
      readonly type: "paid";
      readonly account: AccountNumber;
      readonly market: MarketNumber;
      readonly marginMode: MarginMode;
      readonly rate: RatioE10;
      readonly mark: Ticks;
      /** The position that it was charged on, signed. */
      readonly quantity: Lots;
      readonly fee: Micros;
      readonly at: Millis;
    };
