// How a market moves from one state to another, whatever caused it: the notice, and the orders that may not stay. A
// halt by the engine itself remembers the state in which the market is to resume. Rules 11.3, 11.4.

import { assert } from "../base/fault.ts";
import type { MarketState, StateReason } from "../base/vocabulary.ts";
import type { Listener } from "../language/events/events.ts";
import type { Market } from "../memory/market/market.ts";
import type { State } from "../memory/state.ts";
import { onlyCloses } from "../permissions/trading-state.ts";
import { cancelRiskIncreasing } from "./orders/closing-orders.ts";

interface StateChange {
  readonly to: MarketState;
  readonly reason: StateReason;
  readonly detail: string;
}

/** The command that ends a market's halt also runs its pipeline (rules 0.3). */
export function changeState(state: State, market: Market, change: StateChange, out: Listener): void {
  const { to, reason, detail } = change;
  const from = market.state;
  const { symbol } = market.parameters;
  assert(from !== "DELISTED", "a market that has ended stays so", { symbol, to, reason });
  const paused = !market.isTrading;
  market.state = to;
  market.stateReason = reason;
  market.stateDetail = detail;
  market.stateSince = state.now;
  market.deepSince = 0;
  out.market({ type: "state_changed", market: market.number, from, to, reason, detail, at: state.now });
  if (to === "HALTED" || onlyCloses(to)) cancelRiskIncreasing(state, market, onlyCloses(to), out);
  // The offers of an account in liquidation with a position here may shrink or grow.
  if (paused === market.isTrading) state.liquidations.due = true;
  if (paused && market.isTrading) askForPipeline(state, market);
}

/** Makes the pipeline of a market due although its mark has not moved: it was held back until now. */
export function askForPipeline(state: State, market: Market): void {
  market.pipelineDue = true;
  state.liquidations.due = true;
}

/** Halts a trading market; one that is already halted gets another reason, and keeps the state in which it resumes. */
export function halt(state: State, market: Market, reason: StateReason, detail: string, out: Listener): void {
  if (market.state !== "HALTED") {
    if (!market.isTrading) return;
    market.resumesAs = market.state;
  }
  changeState(state, market, { to: "HALTED", reason, detail }, out);
}

/** Returns a halted market to its earlier state, unless the whole venue is halted. */
export function resume(state: State, market: Market, reason: StateReason, detail: string, out: Listener): void {
  if (!state.venue.halted) return changeState(state, market, { to: market.resumesAs, reason, detail }, out);
  changeState(state, market, { to: "HALTED", reason: "VENUE_HALT", detail: state.venue.haltReason }, out);
}
