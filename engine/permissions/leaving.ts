// Nothing leaves on a price that no account can act on. While an account has a cross position that cannot be liquidated now,
// the account's value may be wrong, or change before anything can be done about it: money that the account could be short of
// by then must not leave it, or get out of reach of its cross liquidation. Rules 9.3, 9.5, 10.2, 11.4.

import { utcText } from "../base/numbers/calendar.ts";
import { NONE } from "../base/storage/int-map.ts";
import type { AccountNumber, MarketNumber, Millis } from "../base/units.ts";
import type { MarginMode } from "../base/vocabulary.ts";
import { type Rejection, rejection } from "../language/rejections.ts";
import type { Market } from "../memory/market/market.ts";
import type { State } from "../memory/state.ts";
import { isDoubted, STANDSTILL_SINCE, standsStill } from "./standstill.ts";

/** The refusal of taking money out of an account's cross margin, or of lowering its need there, or null; for the first symbol. */
export function refuseLeaving(state: State, account: AccountNumber): Rejection | null {
  for (const number of state.marketsBySymbol) {
    const refused = refuseOnRow(state, account, number, "CROSS");
    if (refused !== null) return refused;
  }
  return null;
}

/** The same for an action that touches a symbol's isolated position as well. */
export function refuseLeavingOn(state: State, account: AccountNumber, market: MarketNumber): Rejection | null {
  return refuseLeaving(state, account) ?? refuseOnRow(state, account, market, "ISOLATED");
}

/** The same for one position. */
export function refuseOnRow(
  state: State,
  account: AccountNumber,
  number: MarketNumber,
  mode: MarginMode,
): Rejection | null {
  const market = state.markets[number]!;
  const isNew = state.behaviour >= STANDSTILL_SINCE;
  if (isNew ? !standsStill(state, market) : isBelieved(market)) return null;
  const row = state.rows.find(account, number, mode);
  if (row === NONE || state.rows.quantity(row) === 0) return null;
  return isNew ? refusal(state, market) : formerRefusal(market);
}

/** Whether the venue vouches for a market's mark now. In an operator's halt it does not. */
export function isBelieved(market: Market): boolean {
  return market.state !== "HALTED" && !isDoubted(market) && !market.health.awaitsReport;
}

function refusal(state: State, market: Market): Rejection {
  const { symbol } = market.parameters;
  const { why, ...detail } = reasonOf(state, market);
  const what = `nothing leaves the account while its position in ${symbol} can't be liquidated`;
  return rejection("refused", { symbol, ...detail }, `${what}: ${why}`);
}

/** Why nothing in a market can be liquidated, and until when as far as that is known. */
function reasonOf(
  { venue }: State,
  market: Market,
): { readonly why: string; readonly reason: string; readonly until?: Millis } {
  if (venue.clockHalt) return { why: "the venue's clock is in doubt, until it is right again", reason: "CLOCK_HALT" };
  const until = venue.restsUntil;
  if (until > 0) return { why: `maintenance, until ${utcText(until)}`, reason: "MAINTENANCE", until };
  if (market.state === "HALTED" && (market.stateReason === "OPERATOR" || market.stateReason === "VENUE_HALT")) {
    return { why: "it is halted by its operator, and no end is known", reason: market.stateReason };
  }
  return {
    why: "its index price is in doubt, until its sources agree",
    reason: market.state === "HALTED" ? market.stateReason : "INDEX_IN_DOUBT",
  };
}

function formerRefusal({ parameters: { symbol } }: Market): Rejection {
  return rejection(
    "refused",
    { symbol },
    `the price of ${symbol} is in doubt: nothing leaves while a position is open there`,
  );
}
