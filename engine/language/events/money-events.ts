// Changes of balances, and of positions without a trade. Rules 7.5 to 7.10, 9, 11.3.

import type { AccountNumber, Lots, MarketNumber, Micros, Millis, Ticks } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";

/**
 * Why a balance changed. "margin" moves money between the balance and an isolated position, "isolated_close" pays out an
 * isolated position, "takeover" hands a balance to the insurance fund, "shortfall" is the fund's payment for an isolated row.
 */
export type LedgerKind =
  | "deposit"
  | "settlement"
  | "withdrawal"
  | "withdrawal_fee"
  | "withdrawal_failed"
  | "transfer_in"
  | "transfer_out"
  | "margin"
  | "isolated_close"
  | "shortfall"
  | "takeover"
  | "distribution"
  | "top_up"
  | "vault";

/** A change of a position without a trade: a transfer at the mark price. Rules 7.5, 7.7 to 7.10, 11.3. */
export interface PositionTransfer {
  readonly account: AccountNumber;
  readonly market: MarketNumber;
  readonly marginMode: MarginMode;
  readonly kind: "liquidation" | "claim" | "takeover" | "adl" | "delisting";
  /** The change of this row, signed. */
  readonly quantity: Lots;
  readonly price: Ticks;
  /** The fee charged to the row for the transfer; negative when the row earned one. */
  readonly fee: Micros;
  readonly realizedPnl: Micros;
  readonly at: Millis;
}

/** One change of an account's balance. */
export interface LedgerEntry {
  readonly account: AccountNumber;
  readonly kind: LedgerKind;
  /** Signed change of `holding`. */
  readonly amount: Micros;
  readonly holdingAfter: Micros;
  /** The cause, for instance the deposit's reference. */
  readonly reference: string;
  /** The market it belongs to, -1 for none. */
  readonly market: MarketNumber;
  readonly at: Millis;
}
