// Changes of an account other than its orders, positions and money.

import type { AccountNumber, Leverage, MarketNumber, Millis } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";

/** A change of an account that is not an order, a position or money. */
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
  /** The given notifications were marked as read or unread; no ids means all that the account has so far. */
  | {
      readonly type: "notifications_marked";
      readonly account: AccountNumber;
      readonly ids: readonly number[];
      readonly isRead: boolean;
      readonly at: Millis;
    }
  /** Permanent: `referrer` earns on what the account pays from now on. */
  | {
      readonly type: "referral_bound";
      readonly account: AccountNumber;
      readonly referrer: AccountNumber;
      readonly code: string;
      readonly at: Millis;
    }
  /** Fee rates, sub-account description, maintenance flag, delegate signer or referral; `EngineReader` shows the new values. */
  | { readonly type: "settings_changed"; readonly account: AccountNumber; readonly at: Millis };
