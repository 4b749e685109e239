// Decisions of the operator, the clock and the engine itself about markets and the venue, with their reasons. Rules 11.

import type { AnnouncementId, MarketNumber, Millis, PriceE8, Ticks } from "../../base/units.ts";
import type { MarketState, StateReason } from "../../base/vocabulary.ts";
import type { AnnouncementView } from "../views/market-views.ts";

export type MarketEvent =
  | {
      readonly type: "state_changed";
      readonly market: MarketNumber;
      readonly from: MarketState;
      readonly to: MarketState;
      readonly reason: StateReason;
      /** The operator's words, or the numbers behind the decision. */
      readonly detail: string;
      readonly at: Millis;
    }
  /** A source's report, or the price that the sources agree on, is not believed. `price` may be any number. */
  | {
      readonly type: "price_disbelieved";
      readonly market: MarketNumber;
      /** -1 when the index itself is not believed. */
      readonly source: number;
      readonly price: PriceE8;
      readonly reason: StateReason;
      readonly at: Millis;
    }
  /** The index of a market came into doubt, so no account is liquidated there; or it is no longer in doubt. */
  | { readonly type: "liquidation_held"; readonly market: MarketNumber; readonly at: Millis }
  | { readonly type: "liquidation_resumed"; readonly market: MarketNumber; readonly at: Millis }
  | { readonly type: "rules_changed"; readonly market: MarketNumber; readonly at: Millis }
  | { readonly type: "delisted"; readonly market: MarketNumber; readonly price: Ticks; readonly at: Millis };

export type VenueEvent =
  | {
      readonly type: "maintenance";
      /** "announced", "started", "ended" (60 s of cancels and POST_ONLY follow), "over", or "withdrawn". */
      readonly phase: "announced" | "started" | "ended" | "over" | "withdrawn";
      readonly startAt: Millis;
      readonly endAt: Millis;
      readonly message: string;
      readonly at: Millis;
    }
  /** The insurance fund's collateral became negative, or is no longer; rules 11.4. */
  | { readonly type: "solvency_halt"; readonly halted: boolean; readonly at: Millis }
  | { readonly type: "venue_halt"; readonly halted: boolean; readonly reason: string; readonly at: Millis }
  /** The venue's clock came into doubt, or is no longer. */
  | { readonly type: "clock_halt"; readonly halted: boolean; readonly at: Millis }
  | ({ readonly type: "announcement" } & AnnouncementView)
  | { readonly type: "announcement_withdrawn"; readonly announcementId: AnnouncementId; readonly at: Millis };
