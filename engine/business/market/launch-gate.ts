// The launch gate: a gated market becomes ACTIVE once both sides of its book have been deep for ten minutes, and takes
// no new risk when one of them becomes thin. Rules 11.3. Checked on every tick, only for gated markets.

import { microsText, mulDivCeil, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { E10, type Ticks } from "../../base/units.ts";
import { changeState } from "../../book/state-changes.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Ladder } from "../../memory/market/ladder.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";

/** The visible value within 2 % of the mark price that each side needs for the market to open, and to stay open; micros. */
export const GATE_OPENS_AT = 25_000_000_000;
const GATE_CLOSES_AT = 12_500_000_000;
const WITHIN = 200_000_000;
const UNINTERRUPTED_MS = 600_000;

export function runLaunchGates(state: State, out: Listener): void {
  for (const number of state.marketsBySymbol) {
    const market = state.markets[number]!;
    if (market.parameters.gated && !state.venue.rests) look(state, market, out);
  }
}

/** Whether both sides have been deep for long enough. */
export function hasPassedGate(state: State, market: Market): boolean {
  return market.deepSince > 0 && state.now - market.deepSince >= UNINTERRUPTED_MS;
}

function look(state: State, market: Market, out: Listener): void {
  const depth = thinnerSide(state, market);
  if (depth < GATE_OPENS_AT) market.deepSince = 0;
  else if (market.deepSince === 0) market.deepSince = state.now;
  const detail = `${microsText(depth)} USDC on the thinner side of the book`;
  if (market.state === "POST_ONLY" && hasPassedGate(state, market)) {
    changeState(state, market, { to: "ACTIVE", reason: "LAUNCH_GATE", detail }, out);
  } else if (market.state === "ACTIVE" && depth < GATE_CLOSES_AT && !mayFill(state, market)) {
    changeState(state, market, { to: "REDUCE_ONLY", reason: "LAUNCH_GATE", detail }, out);
  }
}

/** A halt empties the book: a market that resumes after one has ten minutes to fill it again. */
function mayFill(state: State, market: Market): boolean {
  return market.stateReason !== "LAUNCH_GATE" && state.now - market.stateSince < UNINTERRUPTED_MS;
}

/** The visible value within 2 % of the mark price on the thinner side; micros. */
function thinnerSide(state: State, market: Market): number {
  const lowest = mulDivCeil(market.mark, E10 - WITHIN, E10);
  const highest = mulDivFloor(market.mark, E10 + WITHIN, E10);
  const bids = depthOf(state, market, market.bids, (price) => price >= lowest);
  const asks = depthOf(state, market, market.asks, (price) => price <= highest);
  return Math.min(bids, asks);
}

function depthOf(state: State, market: Market, ladder: Ladder, isWithin: (price: Ticks) => boolean): number {
  let sum = 0;
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(state.books.levels.price(level))) {
    if (!isWithin(state.books.levels.price(level))) break;
    sum += state.books.levels.price(level) * state.books.levels.visible(level) * market.unit;
  }
  return sum;
}
