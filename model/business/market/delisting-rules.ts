// The end of a market: all orders are cancelled, every row is closed at one price, and its PnL becomes balance. Rules 11.3.

import type { ScheduleDelisting } from "@evermark/engine";
import { cancelAlgosOf } from "../../book/orders/algo-endings.ts";
import { enterState } from "../../book/orders/market-endings.ts";
import { cancel } from "../../book/orders/order-endings.ts";
import { openOrders } from "../../book/orders/sorted-book.ts";
import { totalCollateral } from "../../money/margin/naive-margin.ts";
import { isolatedReserve } from "../../money/margin/reserve.ts";
import { settleEverything, settleRow } from "../../money/rows/settling.ts";
import { handOver } from "../../risk/fund/naive-handover.ts";
import { settlementPrice } from "../../risk/prices/expected-price.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import { naiveRules } from "../../state/naive-rules.ts";
import { byAccountId, bySymbol, everyAccount, type NaiveState } from "../../state/naive-state.ts";
import { type NaiveAccount, rowOf } from "../../state/records/naive-account.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveReports } from "../../state/reports.ts";

export const delistingRules = naiveRules({
  schedule_delisting: (state, command, reports) => scheduleDelisting(state, reports, command),
});

function scheduleDelisting(state: NaiveState, reports: NaiveReports, command: ScheduleDelisting): Outcome {
  const market = state.markets[command.market];
  if (market === undefined) return { rejection: "invalid_parameter" };
  if (!["REDUCE_ONLY", "DELISTING", "HALTED"].includes(market.state)) return { rejection: "refused" };
  // Positions are already valued at the price at which they will be closed.
  if (market.delistSamples.length > 0) return { rejection: "refused" };
  if (command.delistAt <= state.now) return { rejection: "invalid_parameter" };
  Object.assign(market, { delistAt: command.delistAt, delistSamples: [], expected: market.index });
  if (market.state === "REDUCE_ONLY") enterState(state, reports, market, "DELISTING");
  if (market.state === "HALTED" && market.belief.halt !== null) {
    market.belief.halt = { ...market.belief.halt, earlier: "DELISTING" };
  }
  return {};
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

  market.mark = settlementPrice(state, market);
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

/**
 * A loss beyond the free balance is covered by the other rows' profits and by what isolated orders reserve; beyond
 * those it is left to a liquidation, or for an account without other positions to the fund.
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
