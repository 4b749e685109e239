// How the index of a market moves on a tick, and when it does not: when sources are silent or report invalid prices, or a level
// is too far from the last one or too high to be counted. Then index and mark keep the last value that was believed and the
// market halts; it resumes automatically once its index has been fresh for half a minute. Rules 6.1, 11.4.

import { assert } from "../../base/fault.ts";
import { e8Text, mulDivFloor } from "../../base/numbers/arithmetic.ts";
import { E10, type Millis, type Ticks } from "../../base/units.ts";
import type { StateReason } from "../../base/vocabulary.ts";
import { askForPipeline, halt, resume } from "../../book/state-changes.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Market, Source } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { isIndexHalt } from "../../permissions/standstill.ts";
import { DOUBT_SINCE, findDoubt, setDoubt } from "./doubt.ts";
import { agree, liveSources, refreshWeights, SILENT_AFTER_MS, weigh } from "./index-price.ts";

/** This long after the last report no source has been live for ten seconds: the index is stale. */
const STALE_AFTER_MS = SILENT_AFTER_MS + 10_000;
/** How long an index is fresh, or sources agree on a new level, before it is believed again. */
const FRESH_FOR_MS = 30_000;
/** How far apart sources may be and still agree on a level, percent. */
const AGREEMENT_PERCENT = 5;

/** What the sources say of the index on this tick. */
interface Reading {
  readonly trouble: StateReason | "";
  /** What the index becomes, or would become if it were believed; null when too few sources are live. */
  readonly index: Ticks | null;
  /** Whether any of the live sources has reported since the venue was started. */
  readonly isNews: boolean;
}

export function moveIndex(state: State, market: Market, lastTick: Millis, out: Listener): void {
  if (market.state === "DELISTED" || market.pinned) return;
  refreshWeights(market, lastTick, state.now);
  const live = liveSources(market, state.now);
  follow(state, market, live, out);
  findDoubt(state, market, live, out);
}

function follow(state: State, market: Market, live: readonly Source[], out: Listener): void {
  const { health } = market;
  const { trouble, index, isNews } = read(state, market, live);
  if (trouble !== "") return distrust(state, market, trouble, index, out);
  const wasJump = health.trouble === "INDEX_JUMP";
  health.trouble = "";
  health.agreedSince = 0;
  if (index === null) {
    health.freshSince = 0;
    return;
  }
  believe(state, market, index, isNews, out);
  const fresh = wasJump || state.now - health.freshSince >= FRESH_FOR_MS;
  if (fresh && isIndexHalt(market)) resume(state, market, "FRESH_AGAIN", priceText(market, index), out);
}

/** An index set by hand is always believed, and ends every doubt at once. */
export function pinIndex(state: State, market: Market, index: Ticks, out: Listener): void {
  market.pinned = true;
  market.health.trouble = "";
  market.health.agreedSince = 0;
  believe(state, market, index, true, out);
  setDoubt(state, market, false, out);
  if (isIndexHalt(market)) resume(state, market, "FRESH_AGAIN", priceText(market, index), out);
}

/**
 * Lets an index that was set by hand follow its sources again. Their next level is taken however far it is from the
 * price set by hand, because no report led to that price: no jump, so no halt. Until then the price holds, in doubt,
 * and silence is counted from now. No effect on an index that follows its sources already.
 */
export function freeIndex(state: State, market: Market, out: Listener): void {
  if (!market.pinned) return;
  const { health } = market;
  market.pinned = false;
  health.takesNextLevel = true;
  health.vouchedAt = state.now;
  health.freshSince = 0;
  setDoubt(state, market, true, out);
}

function read(state: State, market: Market, live: readonly Source[]): Reading {
  const { health, parameters } = market;
  if (live.length < parameters.minSources) {
    health.agreedSince = 0;
    return { trouble: troubleOfSilence(state, market, live), index: null, isNews: false };
  }
  const index = agree(live, weigh(live, parameters.capsWeights), market.tickE8);
  const isNews = live.some((source) => !source.isOld);
  if (!market.carries(index)) return { trouble: "INDEX_TOO_LARGE", index, isNews };
  if (health.trouble !== "INDEX_JUMP" && !isJump(market, index)) return { trouble: "", index, isNews };
  const isTaken = health.takesNextLevel || agreesLongEnough(state, market, live, index);
  return { trouble: isTaken ? "" : "INDEX_JUMP", index, isNews };
}

/** With too few live sources: the problem that a disbelieved source reports, else whether silence has lasted too long. */
function troubleOfSilence(state: State, market: Market, live: readonly Source[]): StateReason | "" {
  const { trouble, vouchedAt } = market.health;
  const talking = market.sources.find(
    ({ problem, problemAt }) => problem !== "" && state.now - problemAt <= SILENT_AFTER_MS,
  );
  if (talking !== undefined && live.length === 0) return talking.problem;
  if (trouble !== "") return trouble;
  // The time at which the last of `minSources` sources reported: since then fewer have been live than required.
  const spokeAt = market.sources.map((source) => source.at).sort((a, b) => b - a);
  const heardAt = spokeAt[market.parameters.minSources - 1]!;
  const { resumesAt } = state.venue;
  // No source has reported yet, and no venue runs that would bring reports: the listing price holds.
  const hasReports = market.sources.some((source) => source.at > 0 || source.problemAt > 0);
  if (!hasReports && resumesAt === 0) return "";
  return state.now - Math.max(heardAt, resumesAt, market.createdAt, vouchedAt) > STALE_AFTER_MS ? "STALE_INDEX" : "";
}

/** The first index may be anywhere: no index was believed before it. */
function isJump(market: Market, index: Ticks): boolean {
  if (!market.health.believedOnce) return false;
  return Math.abs(index - market.spotIndex) > mulDivFloor(market.spotIndex, market.parameters.maxIndexJump, E10);
}

/** Whether at least two sources, or a market's only one, have agreed on about the same level for half a minute. */
function agreesLongEnough(state: State, market: Market, live: readonly Source[], index: Ticks): boolean {
  const { health } = market;
  const enough = live.length >= 2 || market.parameters.sources.filter((name) => name !== "").length === 1;
  if (!(enough && areNear(live.map((source) => source.price)))) {
    health.agreedSince = 0;
    return false;
  }
  if (health.agreedSince === 0 || !areNear([index, health.agreedLevel])) {
    health.agreedSince = state.now;
    health.agreedLevel = index;
  }
  return state.now - health.agreedSince >= FRESH_FOR_MS;
}

function areNear(prices: readonly number[]): boolean {
  return Math.max(...prices) <= mulDivFloor(Math.min(...prices), 100 + AGREEMENT_PERCENT, 100);
}

function believe(state: State, market: Market, index: Ticks, isNews: boolean, out: Listener): void {
  const { health, number } = market;
  const isPrice = Number.isSafeInteger(index) && index > 0;
  assert(isPrice, "an index is whole ticks above nothing", { market: number, index });
  market.spotIndex = index;
  health.believedOnce = true;
  health.takesNextLevel = false;
  if (health.freshSince === 0) health.freshSince = state.now;
  if (!health.awaitsReport || !isNews) return;
  health.awaitsReport = false;
  if (state.behaviour >= DOUBT_SINCE) return;
  askForPipeline(state, market);
  out.market({ type: "liquidation_resumed", market: market.number, at: state.now });
}

function distrust(state: State, market: Market, trouble: StateReason, index: Ticks | null, out: Listener): void {
  const { health } = market;
  const isNew = trouble !== health.trouble;
  health.trouble = trouble;
  health.freshSince = 0;
  if (trouble !== "INDEX_JUMP") health.agreedSince = 0;
  if (isNew && index !== null) {
    const price = index * market.tickE8;
    out.market({ type: "price_disbelieved", market: market.number, source: -1, price, reason: trouble, at: state.now });
  }
  const isReason = market.state === "HALTED" && (market.stateReason === trouble || !isIndexHalt(market));
  if (!isReason) halt(state, market, trouble, detailOf(market, trouble, index), out);
}

function detailOf(market: Market, trouble: StateReason, index: Ticks | null): string {
  if (index !== null)
    return `the index would go from ${priceText(market, market.spotIndex)} to ${priceText(market, index)}`;
  const last = `the last index was ${priceText(market, market.spotIndex)}`;
  if (trouble !== "STALE_INDEX") return `no source says a price; ${last}`;
  const { minSources } = market.parameters;
  return minSources === 1 ? `no source is live; ${last}` : `fewer than ${minSources} sources are live; ${last}`;
}

function priceText(market: Market, price: Ticks): string {
  return e8Text(price * market.tickE8);
}
