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

export function scheduleDelisting(state: NaiveState, reports: NaiveReports, command: ScheduleDelisting): Outcome {
  const market = state.markets[command.market];
  if (market === undefined) return { rejection: "invalid_parameter" };
  if (!["REDUCE_ONLY", "DELISTING", "HALTED"].includes(market.state)) return { rejection: "refused" };
  if (command.delistAt <= state.now) return { rejection: "invalid_parameter" };
  market.delistAt = command.delistAt;
  if (market.state === "REDUCE_ONLY") enterState(state, reports, market, "DELISTING");
  if (market.state === "HALTED" && market.belief.halt !== null) {
    market.belief.halt = { ...market.belief.halt, earlier: "DELISTING" };
  }
  return {};
}

/** Called on multiples of 15 seconds. */
export function takeDelistSample(state: NaiveState, market: NaiveMarket): void {
  const fresh = [...market.delistSamples, { at: state.now, index: market.index }];
  market.delistSamples = fresh.filter(({ at }) => at > state.now - WINDOW_MS);
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
  for (const account of [...users, ...system]) settle(state, account, market);
  market.state = "DELISTED";
}

/** The mean over the half hour before the second in which it happens, which is a later one when the venue was down. */
function priceOf(state: NaiveState, market: NaiveMarket): bigint {
  const samples = market.delistSamples.filter(({ at }) => at > state.now - WINDOW_MS);
  if (samples.length === 0) return market.index;
  const { quoteTick } = market.parameters;
  return divideRound(sum(samples.map(({ index }) => index)), BigInt(samples.length) * quoteTick) * quoteTick;
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
