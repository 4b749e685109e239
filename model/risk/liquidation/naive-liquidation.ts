// Liquidation from the trigger to the offers: after every command and every new mark price all accounts are checked,
// one by one. Transfers and their fees are in the claim and insurance rules. Rules 0.3, 0.4, 7.1 to 7.4, 7.9.

import { cancelAlgosOf } from "../../book/orders/algo-endings.ts";
import { cancelOrdersOf } from "../../book/orders/order-endings.ts";
import { type Estate, isBankrupt, maintenanceOf } from "../../money/cover/estate-sums.ts";
import {
  estateAtIndices,
  estateOf,
  isSound,
  isWaiting,
  livePositions,
  type Subject,
} from "../../money/cover/estates.ts";
import { settleRow } from "../../money/rows/settling.ts";
import { isInDoubt, mayLiquidate } from "../../permissions/naive-standstill.ts";
import { byAccountId, bySymbol, type NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import type { NaiveLiquidation } from "../../state/records/naive-liquidations.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { listInventory, takeOver } from "../fund/naive-fund.ts";
import { groupsOf, offeredPercent, shareOf } from "./offer-sums.ts";

export function runningOf(state: NaiveState, { account, market }: Subject): NaiveLiquidation | undefined {
  const number = market?.number ?? -1;
  return state.liquidations.running.find((each) => each.account === account.number && each.market === number);
}

/** Checks every account with a row in one market. Rules 0.3 (a). */
export function checkMarket(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  for (const account of byAccountId(state.accounts)) {
    if (account.rows[market.number]!.quantity !== 0n) check(state, reports, { account, market: null });
    if (account.isolated[market.number]!.quantity !== 0n) check(state, reports, { account, market });
  }
}

/** Checks every account. Rules 0.4 asks only for those that a command touched; for the others nothing changes. */
export function checkAll(state: NaiveState, reports: NaiveReports): void {
  const markets = bySymbol(state);
  for (const account of byAccountId(state.accounts)) {
    check(state, reports, { account, market: null });
    for (const market of markets) check(state, reports, { account, market });
  }
  // A delisting closes rows of the fund as well.
  listInventory(state);
}

/** Brings one subject into the state that the rules require. Rules 7.3. */
export function check(state: NaiveState, reports: NaiveReports, subject: Subject): void {
  const estate = estateOf(state, subject);
  const running = runningOf(state, subject);
  if (running === undefined && isSound(state, subject)) return;
  if (isWaiting(state, estate)) {
    if (running !== undefined) keepDoubted(state, running);
    return;
  }
  const who = {
    account: subject.account.number,
    marginMode: subject.market === null ? ("CROSS" as const) : ("ISOLATED" as const),
    market: subject.market?.number ?? -1,
    at: state.now,
  };
  if (running === undefined) {
    const maintenance = Number(maintenanceOf(estate.positions));
    reports.notice({
      type: "liquidation",
      report: { type: "triggered", ...who, collateral: Number(estate.collateral), maintenance },
    });
    state.liquidations.running.push({ account: who.account, market: who.market, offers: [] });
    const mode = subject.market === null ? "" : "ISOLATED";
    cancelOrdersOf(state, reports, who.account, who.market, mode, "LIQUIDATION");
    cancelAlgosOf(state, reports, who.account, who.market, mode, "LIQUIDATION");
  }
  // Without its orders an account may have more collateral.
  const now = estateOf(state, subject);
  const isDone = isBankrupt(estateAtIndices(state, subject));
  if (subject.market === null && !isDone) payDebt(state, subject.account);
  if (isSound(state, subject)) {
    end(state, subject);
    reports.notice({ type: "liquidation", report: { type: "recovered", ...who } });
  } else if (isDone) {
    // An account that still has a position in a paused market stays in liquidation until that market resumes.
    if (livePositions(state, now).length === now.positions.length) end(state, subject);
    else keepDoubted(state, runningOf(state, subject)!);
    takeOver(state, reports, subject, now);
  } else {
    renewOffers(state, subject, now);
  }
}

/** Pays a debt that had to wait for a paused market from what the positions earned meanwhile. Rules 1.5 (I5), 7.7. */
function payDebt(state: NaiveState, account: NaiveAccount): void {
  if (account.holding >= 0n) return;
  for (const market of bySymbol(state)) settleRow(state, account, market);
}

function end(state: NaiveState, subject: Subject): void {
  const over = runningOf(state, subject);
  state.liquidations.running = state.liquidations.running.filter((each) => each !== over);
}

/** Makes one offer per group. An offer that stays keeps its id and its start time. */
function renewOffers(state: NaiveState, subject: Subject, estate: Estate): void {
  const running = runningOf(state, subject)!;
  // A position in doubt is not offered, but its offer stays, empty if need be. Rules 7.5.
  const concerned = estate.positions.filter(({ market }) => mayLiquidate(state, market) || isInDoubt(market));
  running.offers = groupsOf(concerned).flatMap((group) => {
    const members = group.map(({ market }) => market.number);
    const before = running.offers.find((offer) => offer.members.some((market) => members.includes(market)));
    const live = group.filter(({ market }) => mayLiquidate(state, market));
    const markets = live.map(({ market }) => market.number);
    if (live.length === 0) return before === undefined ? [] : [{ ...before, members, markets }];
    const percent = offeredPercent(estate, live);
    if (before !== undefined) return [{ ...before, members, markets, percent }];
    state.liquidations.lastId += 1;
    return [{ id: state.liquidations.lastId, members, markets, percent, startedAt: state.now }];
  });
}

/** Where nothing can be done, offers of rows in doubt stay, empty, and the others end. */
function keepDoubted(state: NaiveState, running: NaiveLiquidation): void {
  running.offers = running.offers.flatMap((offer) => {
    const members = offer.members.filter((market) => isInDoubt(state.markets[market]!));
    return members.length === 0 ? [] : [{ ...offer, members, markets: [] }];
  });
}

/** The claims open now, in the engine's units, by ascending id. */
export function openOffers(state: NaiveState) {
  const offered = state.liquidations.running.flatMap((running) => {
    const account = state.accounts[running.account]!;
    const market = running.market < 0 ? null : state.markets[running.market]!;
    const { positions } = estateOf(state, { account, market });
    const shown = running.offers.filter((offer) => offer.markets.length > 0);
    return shown.map(({ id, markets, percent, startedAt }) => ({
      liquidationId: id,
      kind: "liquidated" as const,
      account: running.account,
      startedAt,
      positions: positions
        .filter((each) => markets.includes(each.market.number))
        .map((each) => ({
          market: each.market.number,
          quantity: (each.quantity < 0n ? -1 : 1) * Number(shareOf(each, percent) / each.market.parameters.baseTick),
          feeRate: Number(each.market.parameters.liquidatorFee),
        })),
    }));
  });
  const claims = state.liquidations.inventory.map(({ id, market, startedAt }) => {
    const { parameters } = state.markets[market]!;
    const quantity = Number(state.insurance.rows[market]!.quantity / parameters.baseTick);
    const feeRate = Number(parameters.claimInsuranceFundDiscount);
    return {
      liquidationId: id,
      kind: "claim" as const,
      account: -1,
      startedAt,
      positions: [{ market, quantity, feeRate }],
    };
  });
  return [...offered, ...claims].sort((a, b) => a.liquidationId - b.liquidationId);
}
