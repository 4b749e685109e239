// What happens when an account's collateral no longer carries its positions. Rules 7; streams 7 `liquidation`, 12.

import type { AccountNumber, LiquidationId, MarketNumber, Micros, Millis, RatioE8 } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import type { OfferedPosition, TransferredPosition } from "../offered-positions.ts";

/** What is being liquidated: an account's cross rows, or one isolated row. */
interface Liquidated {
  readonly account: AccountNumber;
  readonly marginMode: MarginMode;
  /** The market of an isolated row; -1 for cross. */
  readonly market: MarketNumber;
}

export type LiquidationEvent =
  /** Liquidation is near: maintenance margin needs most of the collateral. */
  | (Liquidated & {
      readonly type: "warned";
      readonly collateral: Micros;
      readonly maintenance: Micros;
      readonly at: Millis;
    })
  | (Liquidated & {
      readonly type: "triggered";
      readonly collateral: Micros;
      readonly maintenance: Micros;
      readonly at: Millis;
    })
  /** Cured: by cancelled orders, a deposit, the mark price or a claim. */
  | (Liquidated & { readonly type: "recovered"; readonly at: Millis })
  /** An offer appeared or changed; empty positions remove it from the list. `account` is INSURANCE for a claim. */
  | (Liquidated & {
      readonly type: "offered";
      readonly liquidationId: LiquidationId;
      readonly kind: "liquidated" | "claim";
      readonly startedAt: Millis;
      readonly positions: readonly OfferedPosition[];
      readonly at: Millis;
    })
  /**
   * Positions changed hands. For a take-over the taker is INSURANCE, and `amount` is the balance that was transferred with them.
   * In a deleveraging `account` is the trader whose position closes the fund's.
   */
  | (Liquidated & {
      readonly type: "transferred";
      readonly liquidationId: LiquidationId;
      readonly kind: "liquidated" | "claim" | "takeover" | "adl";
      readonly taker: AccountNumber;
      /** True when the venue assigned it after the claim window. */
      readonly assigned: boolean;
      /** `transfer_amount_to_insurance_fund`, signed; 0 unless the kind is "takeover". */
      readonly amount: Micros;
      /** The account's figures just before: its margin ratio in 10⁻⁸, ΣMM, ΣN and TC. */
      readonly marginRatioE8: RatioE8;
      readonly maintenance: Micros;
      readonly notional: Micros;
      readonly collateral: Micros;
      readonly positions: readonly TransferredPosition[];
      readonly at: Millis;
    });
