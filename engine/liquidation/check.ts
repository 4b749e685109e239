// Takes one subject to the state in which it has to be: untouched, offered, or handed to the insurance fund. Rules 7.3.
//
// A subject is in liquidation, with all its orders cancelled and its offers up to date, exactly as long as it is below
// maintenance; between commands there is no state in between. What it holds in paused markets counts, and stays where it
// is; while it holds nothing else, nothing begins, and what has begun neither goes on nor ends. Rules 7.1, 7.7.

import { cancelEveryAlgo } from "../algo/algo-cancellation.ts";
import { cancelResting } from "../book/open-orders.ts";
import type { Listener } from "../events.ts";
import { settleCross } from "../funds/settlement.ts";
import { cancelEvery } from "../order-entry/cancellation.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { type Lots, type Millis, micros } from "../units.ts";
import { counted } from "./handover.ts";
import type { Case, Offer } from "./liquidations.ts";
import { groupsOf, offeredLots, offeredPercent, takeOverLine } from "./offers.ts";
import { isHeld, liveOf } from "./pauses.ts";
import {
  accountOf,
  type Holding,
  holdingsOf,
  isBelowMaintenance,
  marketOf,
  modeOf,
  type Standing,
  type Subject,
  standingOf,
} from "./subjects.ts";
import { takeOver } from "./take-over.ts";

export function check(state: State, subject: Subject, out: Listener): void {
  const { cases, watch } = state.liquidations;
  const running = cases.get(subject);
  if (running !== undefined) return renew(state, running, out);
  const standing = standingOf(state, subject);
  if (!isBelowMaintenance(standing)) watch.look(state, subject);
  else if (!isHeld(state, subject)) renew(state, trigger(state, subject, standing, out), out);
}

function trigger(state: State, subject: Subject, standing: Standing, out: Listener): Case {
  const { liquidations } = state;
  liquidations.watch.suspects.delete(subject);
  out.liquidation({
    type: "triggered",
    ...told(state, subject),
    collateral: micros(standing.collateral),
    maintenance: counted(standing.maintenance),
  });
  // Frozen first: what is cancelled must not make anything new.
  const begun = liquidations.begin(subject);
  cancelOrders(state, subject, out);
  return begun;
}

function cancelOrders(state: State, subject: Subject, out: Listener): void {
  const account = accountOf(state, subject);
  if (subject < 0) {
    cancelEvery(state, account, NONE, "LIQUIDATION", out);
    cancelEveryAlgo(state, account, NONE, "", "LIQUIDATION", out);
    return;
  }
  while (state.rows.firstOrder(subject) !== NONE)
    cancelResting(state, state.rows.firstOrder(subject), "LIQUIDATION", out);
  cancelEveryAlgo(state, account, marketOf(state, subject), "ISOLATED", "LIQUIDATION", out);
}

/** What a subject in liquidation comes to at present marks. Its orders are gone, so it may be worth more than before. */
export function renew(state: State, running: Case, out: Listener): void {
  const { subject } = running;
  const holdings = holdingsOf(state, subject);
  const live = liveOf(state, holdings);
  // Nothing of it can change hands, so it stays as it is: not even a better mark lets it go.
  if (holdings.length > 0 && live.length === 0) return setOffers(state, running, [], [], out);
  const standing = standingOf(state, subject);
  if (!isBelowMaintenance(standing)) return recover(state, running, out);
  if (standing.collateral < takeOverLine(holdings)) {
    if (live.length === holdings.length) end(state, running, out);
    else setOffers(state, running, [], [], out);
    return takeOver(state, subject, holdings, live, out);
  }
  settleDebt(state, subject, out);
  offer(state, running, standing.collateral, holdings, live, out);
}

function recover(state: State, running: Case, out: Listener): void {
  const { subject } = running;
  end(state, running, out);
  settleDebt(state, subject, out);
  out.liquidation({ type: "recovered", ...told(state, subject) });
  state.liquidations.watch.look(state, subject);
}

/**
 * After a take-over of a part, the balance may be less than nothing, and what makes good for it be unsettled profit of
 * positions that came to life again. Whoever goes on trading, or is offered, has no such balance. Rules 1.5, 7.7.
 */
function settleDebt(state: State, subject: Subject, out: Listener): void {
  const account = accountOf(state, subject);
  if (subject >= 0 || state.accounts.holding(account) >= 0) return;
  for (const number of state.marketsBySymbol) settleCross(state, account, state.markets[number]!, out);
}

function end(state: State, running: Case, out: Listener): void {
  for (const gone of running.offers) tellOffer(state, running, gone, true, out);
  state.liquidations.end(running);
}

/** One offer per group; that of a group which is still there keeps its id and its age. */
function offer(
  state: State,
  running: Case,
  collateral: number,
  holdings: readonly Holding[],
  live: readonly Holding[],
  out: Listener,
): void {
  const { liquidations, now } = state;
  const offers: Offer[] = [];
  const changed: Offer[] = [];
  for (const group of groupsOf(live)) {
    const percent = offeredPercent(collateral, holdings, group);
    const rows = group.map(({ row }) => row);
    const quantities = group.map((holding) => offeredLots(holding, percent));
    const known = running.offers.find((each) => each.rows.some((row) => rows.includes(row)));
    const next = known ?? { liquidationId: liquidations.nextId(), startedAt: now, changedAt: now, rows, quantities };
    if (known === undefined || !same(known.rows, rows) || !same(known.quantities, quantities)) changed.push(next);
    next.rows = rows;
    next.quantities = quantities;
    offers.push(next);
  }
  setOffers(state, running, offers, changed, out);
}

/** Replaces the offers of a case, and tells which are gone and which have changed. */
function setOffers(state: State, running: Case, offers: Offer[], changed: readonly Offer[], out: Listener): void {
  const gone = running.offers.filter((each) => !offers.includes(each));
  state.liquidations.setOffers(running, offers);
  for (const each of gone) tellOffer(state, running, each, true, out);
  for (const each of changed) {
    each.changedAt = state.now;
    tellOffer(state, running, each, false, out);
  }
}

function tellOffer(state: State, running: Case, of: Offer, gone: boolean, out: Listener): void {
  const positions = of.rows.map((row, i) => ({
    market: state.rows.market(row),
    quantity: of.quantities[i]! as Lots,
    feeRate: state.markets[state.rows.market(row)]!.parameters.liquidatorFee,
  }));
  out.liquidation({
    type: "offered",
    ...told(state, running.subject),
    liquidationId: of.liquidationId,
    kind: "liquidated",
    startedAt: of.startedAt as Millis,
    positions: gone ? [] : positions,
  });
}

function told(state: State, subject: Subject) {
  const { now } = state;
  return {
    account: accountOf(state, subject),
    marginMode: modeOf(subject),
    market: marketOf(state, subject),
    at: now,
  };
}

function same(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
