// Rows that cannot be liquidated now: their market is halted or its index in doubt, or the whole venue rests. This is the
// one place that decides it. It decides what may leave an account (leaving.ts), what it may trade elsewhere and how its
// rows are valued and margined there (money/cover/counted.ts), and which debts count as the insurance fund's. Rules 11.4.

import { NONE } from "../base/storage/int-map.ts";
import type { AccountNumber } from "../base/units.ts";
import type { Market } from "../memory/market/market.ts";
import type { State } from "../memory/state.ts";

/** From this behaviour on; before, halts, doubts and maintenance each had rules of their own. */
export const STANDSTILL_SINCE = 3;

/** Whether no row of a market can be liquidated now. */
export function standsStill(state: State, market: Market): boolean {
  return state.venue.rests || market.state === "HALTED" || isInDoubt(market);
}

/** Whether the index of a market is not to be acted upon, as risk/prices/doubt.ts found it on the last tick. Rules 11.4. */
export function isInDoubt({ health }: Market): boolean {
  return health.inDoubt;
}

/** Whether the index stands still although its sources say, or would say, something else; so the mark is an old one. */
export function isDoubted({ health }: Market): boolean {
  return health.trouble !== "" || health.takesNextLevel;
}

/** Whether no row of a market could be liquidated even if its index were beyond doubt. */
export function isHeldByHand(state: State, market: Market): boolean {
  return state.venue.rests || (market.state === "HALTED" && !isIndexHalt(market));
}

/** Whether a market has halted by itself, over its index. */
export function isIndexHalt(market: Market): boolean {
  return market.state === "HALTED" && (market.stateReason === "STALE_INDEX" || market.stateReason.startsWith("INDEX_"));
}

/** Whether any market stands still, before, any index was doubted: asked at every execution, found out once a command. */
export function isAnythingStill(state: State): boolean {
  return state.isStill ?? findStill(state);
}

function findStill(state: State): boolean {
  const isNew = state.behaviour >= STANDSTILL_SINCE;
  state.isStill = state.markets.some((market) => (isNew ? isStill(state, market) : isDoubted(market)));
  return state.isStill;
}

/**
 * Keeps of each market the mark at which it came to stand still. To be called after whatever begins or ends a standstill,
 * and on a tick before marks move: what begins while something else goes on is no new beginning.
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

/** What is over has no rows. */
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
