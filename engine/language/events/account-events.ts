// What changes of an account besides orders, positions and money.

import type { Millis } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";

/** An account event that is not an order, a position or money. */
export type AccountChange =
  | { readonly type: "opened"; readonly account: number; readonly at: Millis }
  | { readonly type: "key_bound"; readonly account: number; readonly key: string; readonly at: Millis }
  | { readonly type: "key_removed"; readonly account: number; readonly key: string; readonly at: Millis }
  | { readonly type: "key_restricted"; readonly account: number; readonly key: string; readonly at: Millis }
  | {
      readonly type: "leverage_changed";
      readonly account: number;
      readonly market: number;
      readonly marginMode: MarginMode;
      readonly leverage: number;
      readonly at: Millis;
    }
  | {
      readonly type: "margin_mode_changed";
      readonly account: number;
      readonly market: number;
      readonly marginMode: MarginMode;
      readonly at: Millis;
    }
  /** Which of its notifications are read, or unread again; no ids: all that it has by now. */
  | {
      readonly type: "notifications_marked";
      readonly account: number;
      readonly ids: readonly number[];
      readonly isRead: boolean;
      readonly at: Millis;
    }
  /** For good: `referrer` earns on what the account pays from now on. */
  | {
      readonly type: "referral_bound";
      readonly account: number;
      readonly referrer: number;
      readonly code: string;
      readonly at: Millis;
    }
  /** Fee rates, sub-account description, maintenance flag, delegate signer or referral: what `EngineReader` shows. */
  | { readonly type: "settings_changed"; readonly account: number; readonly at: Millis };
