// The end of a market: all orders go, every row is closed at one price, and what it came to becomes balance. Rules 11.3.

import type { ScheduleDelisting } from "@evermark/engine";
import { cancelAlgosOf } from "./algo-cancellation.ts";
import { cancel, openOrders } from "./book.ts";
import { divideRound, sum } from "./exact.ts";
import { settleEverything } from "./funds.ts";
import { handOver, settleRow } from "./handover.ts";
import { byAccountId } from "./liquidation.ts";
import { totalCollateral } from "./margin.ts";
import { enterState } from "./market-states.ts";
import type { Outcome } from "./orders.ts";
import type { NaiveReports } from "./reports.ts";
import { isolatedReserve } from "./reserve.ts";
import { naiveRules } from "./rules.ts";
import { isCountable } from "./safe-modes.ts";
import { isInDoubt } from "./standstill.ts";
import { bySymbol, everyAccount, type NaiveAccount, type NaiveMarket, type NaiveState, rowOf } from "./state.ts";

const WINDOW_MS = 1_800_000;
const SAMPLE_MS = 15_000;

export const delistingRules = naiveRules({
  schedule_delisting: (state, command, reports) => scheduleDelisting(state, reports, command),
});

function scheduleDelisting(state: NaiveState, reports: NaiveReports, command: ScheduleDelisting): Outcome {
  const market = state.markets[command.market];
  if (market === undefined) return { rejection: "invalid_parameter" };
  if (!["REDUCE_ONLY", "DELISTING", "HALTED"].includes(market.state)) return { rejection: "refused" };
  // Positions have begun to be worth what they will be closed at.
  if (market.delistSamples.length > 0) return { rejection: "refused" };
  if (command.delistAt <= state.now) return { rejection: "invalid_parameter" };
  Object.assign(market, { delistAt: command.delistAt, delistSamples: [], expected: market.index });
  if (market.state === "REDUCE_ONLY") enterState(state, reports, market, "DELISTING");
  if (market.state === "HALTED" && market.belief.halt !== null) {
    market.belief.halt = { ...market.belief.halt, earlier: "DELISTING" };
  }
  return {};
}

/** When it happens: on the first whole second that is not before the announced time. */
function endOf({ delistAt }: NaiveMarket): number {
  return Math.ceil(delistAt / 1_000) * 1_000;
}

/** Called on multiples of 15 seconds; only the last half hour, and what comes after the announcement, counts. */
export function takeDelistSample(state: NaiveState, market: NaiveMarket): void {
  if (isInDoubt(market) || market.delistAt === 0) return;
  if (state.now > endOf(market) - WINDOW_MS) market.delistSamples.push(market.index);
}

/**
 * Before a delisting, what the samples will come to if the index stays where it is, takes its place. A sample that was
 * missed is neither taken nor to come. Rules 6.2.
 * @param isDue whether a sample belongs to this tick, and is still to be taken
 */
export function expectSettlement(state: NaiveState, market: NaiveMarket, isDue: boolean): void {
  const { delistSamples: taken, index } = market;
  const samplesUntil = (time: number) => Math.floor(time / SAMPLE_MS);
  const later = Math.max(0, samplesUntil(endOf(market)) - samplesUntil(state.lastTick));
  const toCome = BigInt(later + (isDue && !isInDoubt(market) ? 1 : 0));
  const count = BigInt(taken.length) + toCome;
  market.expected = taken.length === 0 ? index : mean(state, market, sum(taken) + toCome * index, count);
}

/** To the tick; the index where the venue could not count what is open at the mean. */
function mean(state: NaiveState, market: NaiveMarket, total: bigint, count: bigint): bigint {
  const { quoteTick } = market.parameters;
  const price = divideRound(total, count * quoteTick) * quoteTick;
  return isCountable(state, market, price) ? price : market.index;
}

export function runDelistings(state: NaiveState, reports: NaiveReports): void {
  for (const market of bySymbol(state)) {
    const isDue = market.delistAt > 0 && state.now >= market.delistAt;
    if (isDue && market.state !== "DELISTED") delist(state, reports, market);
  }
}

function delist(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  const open = state.open.filter((order) => order.market === market.number);
  for (const order of open.toSorted((a, b) => a.id - b.id)) cancel(state, order, "MARKET_STATE", reports);
  const users = byAccountId(state.accounts);
  for (const { number } of users) cancelAlgosOf(state, reports, number, market.number, "", "MARKET_STATE");

  market.mark = priceOf(state, market);
  const system = everyAccount(state).filter((account) => account.number < 0);
  for (const account of [...users, ...system]) {
    for (const marginMode of ["CROSS", "ISOLATED"] as const) {
      const { quantity } = rowOf(account, market, marginMode);
      if (quantity === 0n) continue;
      handOver(state, reports, { account, market, marginMode, change: -quantity, fee: 0n, kind: "delisting" });
    }
  }
  for (const account of [...users, ...system]) settle(state, reports, account, market);
  market.state = "DELISTED";
}

/** The mean of what was sampled. */
function priceOf(state: NaiveState, market: NaiveMarket): bigint {
  const { delistSamples, index } = market;
  return delistSamples.length === 0 ? index : mean(state, market, sum(delistSamples), BigInt(delistSamples.length));
}

/**
 * A loss beyond the free balance is met by the other rows' profits and by what isolated orders reserve; beyond those it is
 * left to a liquidation, or if nothing is held any more it is the fund's.
 */
function settle(state: NaiveState, reports: NaiveReports, account: NaiveAccount, market: NaiveMarket): void {
  if (account.number < 0) {
    settleRow(state, account, market);
    return;
  }
  const { cost } = account.rows[market.number]!;
  if (cost === 0n) return;
  if (account.holding - isolatedReserve(state, account) >= cost) {
    settleRow(state, account, market);
    return;
  }
  for (const order of openOrders(state, account.number, -1).reverse()) {
    if (totalCollateral(state, account) < 0n && order.marginMode === "ISOLATED")
      cancel(state, order, "MARGIN", reports);
  }
  if (totalCollateral(state, account) < 0n && account.rows.some(({ quantity }) => quantity !== 0n)) return;
  settleEverything(state, account);
  if (account.holding >= 0n) return;
  state.insurance.holding += account.holding;
  account.holding = 0n;
}
