// When the index of a market is in doubt. Doubt is decided each time a tick moves the index and holds until the next tick: a
// report in between ends no doubt, because index and mark are still the ones that the tick found. A price set by hand is never
// in doubt, nor is a listing price before a venue runs. Its consequences: permissions/standstill.ts. Rules 6.1, 11.4.

import { askForPipeline } from "../../book/state-changes.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Market, Source } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { weigh } from "./index-price.ts";

/** From this behaviour on; before, only a jump, silence and a start held liquidation, each by its own rule. */
export const DOUBT_SINCE = 3;

/** A source that has been silent for longer may not know of a move that others trade on. */
const SPOKE_LATELY_MS = 3_000;

/** @param live the sources that count on this tick, after it has moved the index */
export function findDoubt(state: State, market: Market, live: readonly Source[], out: Listener): void {
  setDoubt(state, market, !isListedPrice(state, market) && isDoubtful(state, market, live), out);
}

/** Whether the index is still the listing price, and no venue runs that would bring another. */
function isListedPrice(state: State, market: Market): boolean {
  return state.venue.resumesAt === 0 && !market.health.believedOnce && market.health.trouble === "";
}

function isDoubtful(state: State, market: Market, live: readonly Source[]): boolean {
  if (isHeldBack(market)) return true;
  return live.length < market.parameters.minSources || areMostSilent(state, market, live);
}

/** Whether the index stands still, waits for the next level, or waits for its first report. */
function isHeldBack({ health }: Market): boolean {
  return health.trouble !== "" || health.takesNextLevel || health.awaitsReport;
}

/** Whether the live sources that reported lately weigh less than the others. */
function areMostSilent(state: State, market: Market, live: readonly Source[]): boolean {
  const weights = weigh(live, market.parameters.capsWeights);
  let balance = 0n;
  for (const [i, { at }] of live.entries()) {
    balance += state.now - at <= SPOKE_LATELY_MS ? weights[i]! : -weights[i]!;
  }
  return balance < 0n;
}

/** Sets the doubt. What was held back while an index was in doubt happens when the doubt ends. */
export function setDoubt(state: State, market: Market, inDoubt: boolean, out: Listener): void {
  if (market.health.inDoubt === inDoubt || state.behaviour < DOUBT_SINCE) return;
  market.health.inDoubt = inDoubt;
  state.liquidations.due = true;
  if (!inDoubt) askForPipeline(state, market);
  out.market({ type: inDoubt ? "liquidation_held" : "liquidation_resumed", market: market.number, at: state.now });
}

/** Derives the doubt of a state from a former behaviour, until the next tick decides it. */
export function adoptDoubt(state: State): void {
  for (const market of state.markets) market.health.inDoubt = isHeldBack(market);
}
