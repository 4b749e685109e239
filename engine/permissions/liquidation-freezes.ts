// What a liquidation freezes: an account with everything in it, or one isolated row. While frozen it can't be used to order,
// amend, withdraw, transfer or settle, nor to change leverage or margin; deposits are credited. Rules 7.3, 7.9.

import { NONE } from "../base/storage/int-map.ts";
import type { AccountNumber, MarketNumber } from "../base/units.ts";
import type { MarginMode } from "../base/vocabulary.ts";
import { type Rejection, rejection } from "../language/rejections.ts";
import { crossOf } from "../memory/liquidation/subject.ts";
import type { State } from "../memory/state.ts";

/** @param market -1 for the account as a whole, which the liquidation of an isolated row does not freeze */
export function isFrozen(state: State, account: AccountNumber, market: MarketNumber, marginMode: MarginMode): boolean {
  const { open } = state.liquidations;
  if (open.size === 0) return false;
  if (open.has(crossOf(account))) return true;
  if (market === NONE || marginMode === "CROSS") return false;
  const row = state.rows.find(account, market, "ISOLATED");
  return row !== NONE && open.has(row);
}

/** The refusal of anything that a liquidation forbids, or null. */
export function refuseFrozen(
  state: State,
  account: AccountNumber,
  market: MarketNumber,
  marginMode: MarginMode,
): Rejection | null {
  if (!isFrozen(state, account, market, marginMode)) return null;
  const what = state.liquidations.open.has(crossOf(account)) ? "the account" : "the isolated position";
  return rejection("refused", { reason: "liquidation" }, `${what} is in liquidation`);
}
