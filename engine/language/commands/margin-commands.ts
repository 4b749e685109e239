// Leverage, margin modes and isolated margin. Rules 5.7 to 5.9.

import type { Micros, Millis } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import type { CarriesOutRequest } from "./signed-request.ts";

/** Sets the leverage of one symbol, or with `market` -1 of every symbol at once. Rules 5.7. */
export interface SetLeverage {
  readonly type: "set_leverage";
  at: Millis;
  readonly account: number;
  readonly market: number;
  readonly leverage: number;
  readonly marginMode: MarginMode;
}

/** Sets the default margin mode of one symbol. Rules 5.8. */
export interface SetMarginMode {
  readonly type: "set_margin_mode";
  at: Millis;
  readonly account: number;
  readonly market: number;
  readonly marginMode: MarginMode;
}

/** Moves balance into an isolated position or back. Rules 5.9 (7). */
export interface MovePositionMargin extends CarriesOutRequest {
  readonly type: "move_position_margin";
  at: Millis;
  readonly account: number;
  readonly market: number;
  readonly direction: "ADD" | "REDUCE";
  readonly amount: Micros;
}

export type MarginCommand = SetLeverage | SetMarginMode | MovePositionMargin;
