// What changes of an account besides orders, positions and money.

import type { AccountNumber, Leverage, MarketNumber, Millis } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";

/** An account event that is not an order, a position or money. */
export type AccountChange =
  | { readonly type: "opened"; readonly account: AccountNumber; readonly at: Millis }
  | { readonly type: "key_bound"; readonly account: AccountNumber; readonly key: string; readonly at: Millis }
  | { readonly type: "key_removed"; readonly account: AccountNumber; readonly key: string; readonly at: Millis }
  | { readonly type: "key_restricted"; readonly account: AccountNumber; readonly key: string; readonly at: Millis }
  | {
      readonly type: "leverage_changed";
      readonly account: AccountNumber;
      readonly market: MarketNumber;
      readonly marginMode: MarginMode;
      readonly leverage: Leverage;
      readonly at: Millis;
    }
  | {
      readonly type: "margin_mode_changed";
      readonly account: AccountNumber;
      readonly market: MarketNumber;
      readonly marginMode: MarginMode;
      readonly at: Millis;
    }
  /** Which of its notifications are read, or unread again; no ids: all that it has by now. */
  | {
      readonly type: "notifications_marked";
      readonly account: AccountNumber;
      readonly ids: readonly number[];
      readonly isRead: boolean;
      readonly at: Millis;
    }
  /** For good: `referrer` earns on what the account pays from now on. */
  | {
      readonly type: "referral_bound";
      readonly account: AccountNumber;
      readonly referrer: AccountNumber;
      readonly code: string;
      readonly at: Millis;
    }
  /** Fee rates, sub-account description, maintenance flag, delegate signer or referral: what `EngineReader` shows. */
  | { readonly type: "settings_changed"; readonly account: AccountNumber; readonly at: Millis };
