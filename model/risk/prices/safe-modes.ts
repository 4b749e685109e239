// When a market's index is not believed, and what does not happen until it is: the market halts automatically, index
// and mark do not move, and no account is liquidated at a price that no source supports. Rules 11.3, 11.4.

import type { MarketState, OraclePrices, StateReason } from "@evermark/engine";
import { enterState } from "../../book/orders/market-endings.ts";
import { absolute, greatest, least, sum } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import { isInDoubt, isTrading } from "../../permissions/naive-standstill.ts";
import { bySymbol, type NaiveState, openInterest } from "../../state/naive-state.ts";
import { type IndexTrust, type NaiveMarket, type NaiveSource, notional } from "../../state/records/naive-market.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { countedSources, indexOf, isLive } from "./naive-prices.ts";

/** A source counts for ten seconds, and then its market has ten more. */
const STALE_MS = 20_000;
const SOUND_MS = 30_000;
const RECENT_MS = 3_000;
const OPEN_VALUE_MAX = 2n ** 52n;

/** 5 %. */
const AGREEMENT = 500_000_000n;

export function newBelief(at: number): IndexTrust {
  return {
    listedAt: at,
    hasSpoken: false,
    takesAnything: false,
    vouchedAt: 0,
    halt: null,
    trouble: null,
    soundSince: 0,
    soundLevel: 0n,
    soundFar: false,
    holdsLiquidation: false,
    doubted: false,
  };
}

/** Why a source's report does not count; `null` for one that does. The price may be any number at all. */
function nonsenseOf(market: NaiveMarket, price: number): StateReason | null {
  if (!Number.isFinite(price)) return "INDEX_NOT_FINITE";
  if (price < 0) return "INDEX_NEGATIVE";
  if (price === 0) return "INDEX_ZERO";
  return price > Number(market.parameters.quoteMax) ? "INDEX_TOO_LARGE" : null;
}

/** Records reports; an invalid one excludes its source. */
export function hearSources(state: NaiveState, command: OraclePrices): void {
  for (const { market: number, source, price, volume } of command.prices) {
    const market = state.markets[number];
    // A report may refer to a market whose listing was lost in a crash; then there is nothing that it applies to.
    if (market === undefined || source >= market.sourceCount) continue;
    const nonsense = nonsenseOf(market, price);
    market.sources[source] = {
      price: nonsense === null ? BigInt(Math.round(price)) : 0n,
      volume: nonsense === null ? BigInt(volume) : (market.sources[source]?.volume ?? 0n),
      reportedAt: state.now,
      saneAt: nonsense === null ? state.now : (market.sources[source]?.saneAt ?? 0),
      nonsense,
      isOld: false,
    };
  }
}

function sourceRules({ parameters, capsWeights }: NaiveMarket) {
  return { ...parameters, capsWeights };
}

function liveSources(state: NaiveState, market: NaiveMarket): (NaiveSource | undefined)[] {
  return market.sources.map((source) => (isLive(source, state.now) && source.nonsense === null ? source : undefined));
}

/** Evaluates the sources on a tick: the index, whether it is in doubt, and whether the market resumes. Rules 6.1, 11.4. */
export function refreshIndex(state: NaiveState, reports: NaiveReports, market: NaiveMarket): "resumed" | "stayed" {
  const wasInDoubt = isInDoubt(market);
  const goesOn = followSources(state, reports, market);
  // It holds until the next tick, whatever becomes of its reason.
  market.belief.doubted = false;
  market.belief.doubted = isInDoubt(market) || isThin(state, market);
  return goesOn || (wasInDoubt && !isInDoubt(market)) ? "resumed" : "stayed";
}

/** Whether fewer sources count than required, or most of their weight has been silent for three seconds. */
function isThin(state: NaiveState, market: NaiveMarket): boolean {
  // No source has been asked yet: the listing price holds.
  if (state.resumedAt === 0 && !market.belief.hasSpoken) return false;
  const counted = countedSources(liveSources(state, market), state.now, sourceRules(market), market.weights);
  const recent = counted.filter(({ source }) => state.now - source.reportedAt <= RECENT_MS);
  return (
    counted.length === 0 || 2n * sum(recent.map(({ weight }) => weight)) < sum(counted.map(({ weight }) => weight))
  );
}

/**
 * Follows the sources, and returns whether a market that had halted automatically resumes. Near prices are followed at
 * once, but the market resumes only when they have been fresh for half a minute; far prices have to agree on one level
 * for as long before they are accepted.
 */
function followSources(state: NaiveState, reports: NaiveReports, market: NaiveMarket): boolean {
  const { belief } = market;
  const live = liveSources(state, market);
  const said = indexOf(live, state.now, sourceRules(market), market.weights);
  const isTooLarge = said !== null && !isCountable(state, market, said);
  const index = isTooLarge ? null : said;
  const isQuiet = live.every((source) => source === undefined);
  const nonsense = isTooLarge ? "INDEX_TOO_LARGE" : isQuiet ? nonsenseOfAll(state, market) : null;
  // A jump stays one until it is believed, or no source reports a valid price; until then near prices have to agree as well.
  const isDoubted = nonsense === null && (belief.trouble === "INDEX_JUMP" || (index !== null && jumps(market, index)));
  belief.trouble = nonsense ?? (isDoubted ? "INDEX_JUMP" : index === null ? silenceOf(state, market) : null);
  if (belief.trouble !== null && belief.halt === null && isTrading(market)) {
    belief.halt = { reason: belief.trouble, earlier: market.state };
    enterState(state, reports, market, "HALTED");
  }
  // Near prices are fresh, far ones only in agreement: the time of one does not count for the other.
  if (index === null || isDoubted !== belief.soundFar || (isDoubted && !agree(market, live))) belief.soundSince = 0;
  belief.soundFar = isDoubted;
  if (index === null || (isDoubted && !agree(market, live))) return false;
  if (belief.soundSince === 0 || (isDoubted && areApart(index, belief.soundLevel))) {
    belief.soundSince = state.now;
    belief.soundLevel = index;
  }
  const isLongEnough = state.now - belief.soundSince >= SOUND_MS;
  if (isDoubted && !isLongEnough) return false;
  accept(
    market,
    index,
    live.some((source) => source?.isOld === false),
  );
  // Agreement is used up by the level that it made believed: the next far level needs its own.
  if (isDoubted) belief.soundSince = 0;
  if (belief.halt === null || !isLongEnough) return false;
  goOn(state, reports, market);
  return true;
}

function nonsenseOfAll(state: NaiveState, market: NaiveMarket): StateReason | null {
  return market.sources.find((source) => isLive(source, state.now) && source.nonsense !== null)?.nonsense ?? null;
}

/** The problem when too few sources report. */
function silenceOf(state: NaiveState, market: NaiveMarket): StateReason | null {
  const { belief } = market;
  // A problem stays until it ends.
  if (belief.trouble !== null) return belief.trouble;
  // The operator's listing price holds until a source could have reported another.
  const isHeard = market.sources.some((source) => source !== undefined);
  if (!isHeard && state.resumedAt === 0) return null;
  // Enough sources counted for as long as the last of the required number did.
  const saneAt = market.sources.map((source) => source?.saneAt ?? 0).sort((a, b) => b - a);
  const heardAt = saneAt[Number(market.parameters.minSources) - 1] ?? 0;
  const since = Math.max(heardAt, belief.listedAt, belief.vouchedAt, state.resumedAt);
  return state.now - since > STALE_MS ? "STALE_INDEX" : null;
}

/** Whether the venue can count the open positions at a price: a limit of the engine, which has 53 bits. */
export function isCountable(state: NaiveState, market: NaiveMarket, price: bigint): boolean {
  return notional(price, openInterest(state, market)) <= OPEN_VALUE_MAX;
}

function isFar(price: bigint, from: bigint, ratio: bigint): boolean {
  return absolute(price - from) * RATE > from * ratio;
}

/** Whether two prices are more than 5 % apart, measured by the lower one. */
function areApart(a: bigint, b: bigint): boolean {
  return isFar(greatest(a, b), least(a, b), AGREEMENT);
}

/** Whether an index is too far from the last believed one. */
function jumps(market: NaiveMarket, index: bigint): boolean {
  const { maxIndexJump, quoteTick } = market.parameters;
  const { hasSpoken, takesAnything } = market.belief;
  if (!hasSpoken || takesAnything || maxIndexJump === 0n) return false;
  return absolute(index - market.index) > quoteTick && isFar(index, market.index, maxIndexJump);
}

/** Whether enough sources agree: two of them, or the only one there is, all within 5 % of each other. */
function agree(market: NaiveMarket, live: readonly (NaiveSource | undefined)[]): boolean {
  const prices = live.flatMap((source) => source?.price ?? []).sort((a, b) => Number(a - b));
  if (prices.length < Math.min(2, market.sourceCount)) return false;
  return !areApart(prices.at(-1)!, prices[0]!);
}

function accept(market: NaiveMarket, index: bigint, isFresh: boolean): void {
  const { belief } = market;
  market.index = index;
  belief.trouble = null;
  belief.hasSpoken = true;
  belief.takesAnything = false;
  if (isFresh) belief.holdsLiquidation = false;
}

/** Returns to the state from before the automatic halt. */
function goOn(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  const { earlier } = market.belief.halt!;
  market.belief.halt = null;
  // While the whole venue is halted it resumes with the others.
  if (state.halted && market.state === "HALTED") market.stateBeforeHalt = earlier;
  else if (market.state !== earlier) enterState(state, reports, market, earlier);
}

/** Prices set by hand are always believed. */
export function believePinned(state: NaiveState, reports: NaiveReports, market: NaiveMarket): "resumed" | "stayed" {
  const { belief } = market;
  const { halt } = belief;
  const wasInDoubt = isInDoubt(market);
  market.pinned = true;
  Object.assign(belief, { holdsLiquidation: false, trouble: null, takesAnything: false, doubted: false });
  if (halt !== null) goOn(state, reports, market);
  return halt !== null || wasInDoubt ? "resumed" : "stayed";
}

/**
 * Releases a price set by hand: as after an operator's command, the sources' next level is accepted, and silence is
 * counted from now.
 */
export function freePinned(state: NaiveState, market: NaiveMarket): void {
  if (!market.pinned) return;
  market.pinned = false;
  Object.assign(market.belief, { takesAnything: true, vouchedAt: state.now, soundSince: 0 });
}

/**
 * Applies the operator's decision: a market that the operator resumes has no problem until it gets another, silence is
 * counted from now, and after a jump the sources' next level is accepted.
 */
export function overrule(state: NaiveState, market: NaiveMarket, to: MarketState): void {
  const { belief } = market;
  belief.halt = null;
  if (market.state !== "HALTED" || to === "HALTED") return;
  belief.vouchedAt = state.now;
  if (belief.trouble === "INDEX_JUMP") belief.takesAnything = true;
  if (belief.trouble !== null) belief.soundSince = 0;
  belief.trouble = null;
}

/** The venue starts, or starts again: earlier reports no longer count. */
export function startSession(state: NaiveState, resumesAt: number): void {
  state.resumedAt = resumesAt;
  for (const market of bySymbol(state)) {
    market.belief.holdsLiquidation = !market.pinned;
    market.belief.soundSince = 0;
    for (const source of market.sources) if (source !== undefined) source.isOld = true;
  }
}
