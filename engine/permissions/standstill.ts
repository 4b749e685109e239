// Decides, in this one place, which rows cannot be liquidated now: their market is halted or its index in doubt, or the whole
// venue is paused. On this depend what may leave an account (leaving.ts), what the account may trade elsewhere and how its
// rows are valued and margined there (money/cover/pause-margin.ts), and which debts count as the insurance fund's. Rules 11.4.

import { NONE } from "../base/storage/int-map.ts";
import type { AccountNumber } from "../base/units.ts";
import type { Market } from "../memory/market/market.ts";
import type { State } from "../memory/state.ts";

/** The first behaviour with standstills; before, halts, doubts and maintenance each had rules of their own. */
export const STANDSTILL_SINCE = 3;

/** Whether no row of a market can be liquidated now. */
export function standsStill(state: State, market: Market): boolean {
  return state.venue.rests || market.state === "HALTED" || isInDoubt(market);
}

/** Whether the index of a market must not be acted on, as risk/prices/doubt.ts found on the last tick. Rules 11.4. */
export function isInDoubt({ health }: Market): boolean {
  return health.inDoubt;
}

/** Whether the index is held although its sources report, or would report, something else; the mark is then an old one. */
export function isDoubted({ health }: Market): boolean {
  return health.trouble !== "" || health.takesNextLevel;
}

/** Whether no row of a market could be liquidated even if its index were beyond doubt. */
export function isHeldByHand(state: State, market: Market): boolean {
  return state.venue.rests || (market.state === "HALTED" && !isIndexHalt(market));
}

/** Whether the engine itself has halted a market, over its index. */
export function isIndexHalt(market: Market): boolean {
  return market.state === "HALTED" && (market.stateReason === "STALE_INDEX" || market.stateReason.startsWith("INDEX_"));
}

/** Whether any market is at a standstill (in older behaviours, any index doubted). Asked at every execution, so it is cached. */
export function isAnyMarketStill(state: State): boolean {
  return state.isStill ?? findStill(state);
}

function findStill(state: State): boolean {
  const isNew = state.behaviour >= STANDSTILL_SINCE;
  state.isStill = state.markets.some((market) => (isNew ? isStill(state, market) : isDoubted(market)));
  return state.isStill;
}

/**
 * Keeps, for each market, the mark at which its standstill began. Call it after anything that begins or ends a standstill,
 * and on a tick before marks move: a second cause that begins during a standstill does not begin a new one.
 */
export function followStandstills(state: State): void {
  state.isStill = null;
  if (state.behaviour < STANDSTILL_SINCE) return;
  state.isStill = false;
  for (const market of state.markets) {
    if (!isStill(state, market)) {
      market.stillMark = 0;
      continue;
    }
    state.isStill = true;
    if (market.stillMark === 0) market.stillMark = market.mark;
  }
}

/** A delisted market has no rows, so it does not count. */
function isStill(state: State, market: Market): boolean {
  return market.state !== "DELISTED" && standsStill(state, market);
}

/** Whether an account has a cross position that cannot be liquidated now. */
export function holdsStill(state: State, account: AccountNumber): boolean {
  const { rows, accounts, markets } = state;
  for (let row = accounts.firstRow(account); row !== NONE; row = rows.next(row)) {
    if (rows.isolated(row) === 0 && rows.quantity(row) !== 0 && standsStill(state, markets[rows.market(row)]!)) {
      return true;
    }
  }
  return false;
}
