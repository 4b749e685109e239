// When a market's index is not to be believed, and what does not happen until it is: the market halts by itself, and
// nobody is liquidated at a price that nothing stands behind. Rules 11.3, 11.4.

import type { MarketState, StateReason } from "../../vocabulary.ts";
import { absolute } from "./exact.ts";
import { indexOf, isLive } from "./prices.ts";
import type { NaiveBelief, NaiveMarket, NaiveSource, NaiveState } from "./state.ts";

const RATE = 10_000_000_000n;
const SILENT_MS = 10_000;
const SOUND_MS = 30_000;
const TRADING: readonly MarketState[] = ["POST_ONLY", "ACTIVE", "REDUCE_ONLY", "DELISTING"];

export function newBelief(at: number): NaiveBelief {
  return { liveAt: at, halt: null, soundSince: 0, holdsLiquidation: false };
}

/** Whether funding, matching and liquidation go on in a market. Rules 11.3. */
export function isTrading(market: NaiveMarket): boolean {
  return TRADING.includes(market.state);
}

export function mayLiquidate(_state: NaiveState, market: NaiveMarket): boolean {
  return isTrading(market) && !market.belief.holdsLiquidation;
}

/** Why a source's report is dropped; `null` for one that counts. It may be any number at all. */
export function disbelieved(market: NaiveMarket, price: number): StateReason | null {
  if (!Number.isFinite(price)) return "INDEX_NOT_FINITE";
  if (price < 0) return "INDEX_NEGATIVE";
  if (price === 0) return "INDEX_ZERO";
  return price > Number(market.parameters.quoteMax) ? "INDEX_TOO_LARGE" : null;
}

function jumps(market: NaiveMarket, index: bigint): boolean {
  return absolute(index - market.index) * RATE > market.index * market.parameters.maxIndexJump;
}

/** Whether enough sources say the same: two of them, or the only one there is, all within 5 % of each other. */
function agree(market: NaiveMarket, live: readonly NaiveSource[]): boolean {
  const prices = live.map(({ price }) => price).sort((a, b) => Number(a - b));
  if (prices.length < Math.min(2, market.sourceCount)) return false;
  return prices.length > 0 && (prices.at(-1)! - prices[0]!) * 100n <= prices[0]! * 5n;
}

/** What a tick makes of the sources: the index, and whether the market may go on. Rules 6.1, 11.4. */
export function refreshIndex(state: NaiveState, market: NaiveMarket): "halts" | "resumes" | "stays" {
  const { belief } = market;
  const now = state.now;
  const live = market.sources.filter((source) => isLive(source, now, state.resumedAt));
  const index = indexOf(market.sources, now, market.parameters.quoteTick, market.weights, state.resumedAt);
  if (index === null) {
    belief.soundSince = 0;
    const silence = now - Math.max(belief.liveAt, state.resumedAt);
    return silence > SILENT_MS && belief.halt === null && isTrading(market) ? halt(market, "STALE_INDEX") : "stays";
  }
  belief.liveAt = Math.max(...live.map(({ reportedAt }) => reportedAt));
  if (jumps(market, index) && belief.halt?.reason !== "INDEX_JUMP") {
    belief.soundSince = agree(market, live) ? now : 0;
    const earlier = belief.halt?.earlier ?? market.state;
    const was = market.state;
    belief.halt = { reason: "INDEX_JUMP", earlier };
    market.state = "HALTED";
    return was === "HALTED" ? "stays" : "halts";
  }
  const sound = belief.halt?.reason !== "INDEX_JUMP" || agree(market, live);
  if (!sound) belief.soundSince = 0;
  else if (belief.soundSince === 0) belief.soundSince = now;
  const waits = belief.halt !== null && (!sound || now - belief.soundSince < SOUND_MS);
  if (belief.halt?.reason !== "INDEX_JUMP" || !waits) market.index = index;
  if (belief.halt?.reason !== "INDEX_JUMP") belief.holdsLiquidation = false;
  if (belief.halt === null || waits) return "stays";
  return resume(market);
}

function halt(market: NaiveMarket, reason: StateReason): "halts" {
  market.belief.halt = { reason, earlier: market.state };
  market.state = "HALTED";
  return "halts";
}

/** Back to the state from before the market halted by itself. */
export function resume(market: NaiveMarket): "resumes" {
  market.state = market.belief.halt!.earlier;
  market.belief.halt = null;
  market.belief.holdsLiquidation = false;
  return "resumes";
}

/** Prices by hand are always believed. */
export function believePinned(market: NaiveMarket): "resumes" | "stays" {
  market.belief.holdsLiquidation = false;
  return market.belief.halt === null ? "stays" : resume(market);
}

/** The venue starts, or starts again. */
export function startSession(state: NaiveState, resumesAt: number): void {
  state.resumedAt = resumesAt;
  for (const { belief } of state.markets) {
    belief.holdsLiquidation = true;
    belief.soundSince = 0;
  }
}
