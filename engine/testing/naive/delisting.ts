// The end of a market: all orders go, every row is closed at one price, and what it came to becomes balance. Rules 11.3.

import type { ScheduleDelisting } from "../../commands.ts";
import { cancelAlgosOf } from "./algo-cancellation.ts";
import { cancel } from "./book.ts";
import { divideRound, sum } from "./exact.ts";
import { handOver, settleRow } from "./handover.ts";
import { byAccountId } from "./liquidation.ts";
import { enterState } from "./market-states.ts";
import type { Outcome } from "./orders.ts";
import type { NaiveReports } from "./reports.ts";
import { bySymbol, everyAccount, type NaiveAccount, type NaiveMarket, type NaiveState, rowOf } from "./state.ts";

const WINDOW_MS = 1_800_000;
const SAMPLE_MS = 15_000;

export function scheduleDelisting(state: NaiveState, reports: NaiveReports, command: ScheduleDelisting): Outcome {
  const market = state.markets[command.market];
  if (market === undefined) return { rejection: "invalid_parameter" };
  if (!["REDUCE_ONLY", "DELISTING", "HALTED"].includes(market.state)) return { rejection: "refused" };
  // Positions have begun to be worth what they will be closed at.
  if (market.delistSamples.length > 0) return { rejection: "refused" };
  if (command.delistAt <= state.now) return { rejection: "invalid_parameter" };
  market.delistAt = command.delistAt;
  if (market.state === "REDUCE_ONLY") enterState(state, reports, market, "DELISTING");
  if (market.state === "HALTED" && market.belief.halt !== null) {
    market.belief.halt = { ...market.belief.halt, earlier: "DELISTING" };
  }
  return {};
}

/** Called on multiples of 15 seconds; only the last half hour before the announced time counts. */
export function takeDelistSample(state: NaiveState, market: NaiveMarket): void {
  const { delistAt } = market;
  if (state.now > delistAt - WINDOW_MS && state.now <= delistAt) market.delistSamples.push(market.index);
}

/**
 * What positions are reckoned at where the rules say index: the index, and before a delisting what the samples will come
 * to if it stays where it is. Rules 6.2.
 */
export function expectedIndex(state: NaiveState, market: NaiveMarket): bigint {
  const { delistSamples: taken, delistAt, index } = market;
  if (taken.length === 0) return index;
  const samplesUntil = (time: number) => Math.floor(time / SAMPLE_MS);
  const toCome = BigInt(Math.max(0, samplesUntil(delistAt) - samplesUntil(state.now)));
  return mean(market, sum(taken) + toCome * index, BigInt(taken.length) + toCome);
}

function mean({ parameters: { quoteTick } }: NaiveMarket, total: bigint, count: bigint): bigint {
  return divideRound(total, count * quoteTick) * quoteTick;
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

  market.mark = priceOf(market);
  const system = everyAccount(state).filter((account) => account.number < 0);
  for (const account of [...users, ...system]) {
    for (const marginMode of ["CROSS", "ISOLATED"] as const) {
      const { quantity } = rowOf(account, market, marginMode);
      if (quantity === 0n) continue;
      handOver(state, reports, { account, market, marginMode, change: -quantity, fee: 0n, kind: "delisting" });
    }
  }
  for (const account of [...users, ...system]) settle(state, account, market);
  market.state = "DELISTED";
}

/** The mean of what was sampled. */
function priceOf(market: NaiveMarket): bigint {
  const { delistSamples, index } = market;
  return delistSamples.length === 0 ? index : mean(market, sum(delistSamples), BigInt(delistSamples.length));
}

/** A loss beyond the balance is met by the other rows' profits, then by the fund, or is left to a liquidation. */
function settle(state: NaiveState, account: NaiveAccount, market: NaiveMarket): void {
  if (account.number < 0) {
    settleRow(state, account, market);
    return;
  }
  const row = account.rows[market.number]!;
  const fits = () => account.holding - row.cost >= 0n;
  if (!fits()) for (const other of bySymbol(state)) if (other !== market) settleRow(state, account, other);
  const isLast = account.rows.every((each) => each.quantity === 0n);
  if (!fits() && !isLast) return;
  settleRow(state, account, market);
  if (account.holding >= 0n) return;
  state.insurance.holding += account.holding;
  account.holding = 0n;
}
