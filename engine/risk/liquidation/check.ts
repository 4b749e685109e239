// Brings one subject into the state that the rules require: untouched, offered, or handed to the insurance fund. Rules 7.3.
//
// A subject is in liquidation, with all its orders cancelled and its offers up to date, exactly as long as it is below
// maintenance; between commands there is no state in between. Its positions in paused markets count towards its figures
// but do not move. While it has no other positions, no liquidation begins, and one that has begun neither advances nor
// ends. Rules 7.1, 7.7.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { type LiquidationId, type Micros, type Millis, micros, type RowNumber } from "../../base/units.ts";
import { cancelEveryAlgo } from "../../book/algo/algo-cancellation.ts";
import { cancelEvery } from "../../book/orders/cancellation.ts";
import { cancelResting } from "../../book/orders/open-orders.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Liquidation, Offer } from "../../memory/liquidation/liquidations.ts";
import type { Subject } from "../../memory/liquidation/subject.ts";
import { isCross, modeOf } from "../../memory/liquidation/subject.ts";
import type { State } from "../../memory/state.ts";
import { settleCross } from "../../money/balance/settlement.ts";
import {
  type AccountFigures,
  AT_INDICES_SINCE,
  figuresAtIndices,
  figuresOf,
  type Holding,
  holdingsOf,
  isBelowMaintenance,
  isSoundAtIndices,
} from "../../money/margin/account-figures.ts";
import { isInDoubt } from "../../permissions/standstill.ts";
import { accountOf, marketOf } from "../../permissions/subjects.ts";
import { look } from "../watch/followed-marks.ts";
import { isHeld, liveOf } from "../watch/pauses.ts";
import { counted } from "./change-of-hands.ts";
import { groupsOf, offeredLots, offeredPercent, type SubjectPositions, takeOverLine } from "./offers.ts";
import { takeOver } from "./take-over.ts";

export function updateLiquidation(state: State, subject: Subject, out: Listener): void {
  const { open } = state.liquidations;
  const running = open.get(subject);
  if (running !== undefined) return refreshLiquidation(state, running, out);
  const standing = figuresOf(state, subject);
  if (!isBelowMaintenance(standing)) look(state, subject);
  else if (!isHeld(state, subject) && !isSoundAtIndices(state, subject)) {
    refreshLiquidation(state, trigger(state, subject, standing, out), out);
  }
}

function trigger(state: State, subject: Subject, standing: AccountFigures, out: Listener): Liquidation {
  const { liquidations } = state;
  liquidations.watch.suspects.delete(subject);
  out.liquidation({
    type: "triggered",
    ...eventFields(state, subject),
    collateral: micros(standing.collateral),
    maintenance: counted(standing.maintenance),
  });
  // Frozen first, so that cancelling orders creates nothing new.
  const begun = liquidations.begin(subject);
  cancelOrders(state, subject, out);
  for (const { row } of holdingsOf(state, subject)) {
    const left = state.rows.orders(row);
    assert(left === 0, "what is liquidated has no orders left", { subject, row, left });
  }
  return begun;
}

function cancelOrders(state: State, subject: Subject, out: Listener): void {
  const account = accountOf(state, subject);
  if (isCross(subject)) {
    cancelEvery(state, account, NONE, "LIQUIDATION", out);
    cancelEveryAlgo(state, { account }, "LIQUIDATION", out);
    return;
  }
  while (state.rows.firstOrder(subject) !== NONE)
    cancelResting(state, state.rows.firstOrder(subject), "LIQUIDATION", out);
  cancelEveryAlgo(state, { account, market: marketOf(state, subject), marginMode: "ISOLATED" }, "LIQUIDATION", out);
}

/**
 * Brings a subject in liquidation up to date at present prices. Its orders are gone, so its equity may be higher than before.
 */
export function refreshLiquidation(state: State, running: Liquidation, out: Listener): void {
  const { subject } = running;
  const holdings = holdingsOf(state, subject);
  const live = liveOf(state, holdings);
  const estate = { holdings, live };
  // Nothing of it can change hands, so it stays as it is: not even a better price releases it.
  if (holdings.length > 0 && live.length === 0) return suspend(state, running, out);
  const standing = figuresOf(state, subject);
  if (!isBelowMaintenance(standing) || isSoundAtIndices(state, subject)) return recover(state, running, out);
  if (isBeyondOffers(state, subject, standing, holdings)) {
    if (live.length === holdings.length) end(state, running, out);
    else suspend(state, running, out);
    return takeOver(state, subject, estate, out);
  }
  settleDebt(state, subject, out);
  offer(state, running, standing.collateral, estate, out);
}

/**
 * Whether the collateral cannot even pay a liquidator. Tested at the indices, so that an account that can move a mark
 * cannot choose. Rules 7.1, 7.3.
 */
function isBeyondOffers(
  state: State,
  subject: Subject,
  standing: AccountFigures,
  holdings: readonly Holding[],
): boolean {
  const atIndices = state.behaviour >= AT_INDICES_SINCE;
  const { collateral } = atIndices ? figuresAtIndices(state, subject) : standing;
  return collateral < takeOverLine(holdings, atIndices);
}

function recover(state: State, running: Liquidation, out: Listener): void {
  const { subject } = running;
  end(state, running, out);
  settleDebt(state, subject, out);
  out.liquidation({ type: "recovered", ...eventFields(state, subject) });
  look(state, subject);
}

/**
 * After a partial take-over the balance may be negative and be covered only by unsettled profit of positions in markets
 * that are live again. An account that goes on trading, or is offered, has no negative balance. Rules 1.5, 7.7.
 */
function settleDebt(state: State, subject: Subject, out: Listener): void {
  const account = accountOf(state, subject);
  if (!isCross(subject) || state.accounts.holding(account) >= 0) return;
  for (const number of state.marketsBySymbol) settleCross(state, account, state.markets[number]!, out);
}

function end(state: State, running: Liquidation, out: Listener): void {
  for (const gone of running.offers) if (gone.rows.length > 0) emitOffer(state, running, gone, true, out);
  state.liquidations.end(running);
}

/**
 * Makes one offer per group. The offer of a group that is still there keeps its id and its age, even while all its
 * positions are in doubt. Rules 7.5.
 */
function offer(
  state: State,
  running: Liquidation,
  collateral: Micros,
  { holdings, live }: SubjectPositions,
  out: Listener,
): void {
  const { liquidations, now } = state;
  const offers: Offer[] = [];
  const changed: Offer[] = [];
  const concerned = holdings.filter((holding) => live.includes(holding) || isWaiting(state, holding.row));
  for (const group of groupsOf(concerned)) {
    const offered = group.filter((holding) => live.includes(holding));
    const members = group.map(({ row }) => row);
    const known = running.offers.find(({ rows, waiting }) =>
      [...rows, ...waiting].some((row) => members.includes(row)),
    );
    if (known === undefined && offered.length === 0) continue;
    const percent = offeredPercent(collateral, holdings, offered);
    const whole = percent >= 1 && percent <= 100;
    assert(whole, "no more is offered than there is", { subject: running.subject, percent });
    const rows = offered.map(({ row }) => row);
    const quantities = offered.map((holding) => offeredLots(holding, percent));
    const waiting = members.filter((row) => !rows.includes(row));
    const next = known ?? newOffer(liquidations.nextId(), now);
    if (!same(next.rows, rows) || !same(next.quantities, quantities)) changed.push(next);
    Object.assign(next, { rows, quantities, waiting });
    offers.push(next);
  }
  setOffers(state, running, offers, changed, out);
}

function newOffer(liquidationId: LiquidationId, at: Millis): Offer {
  return { liquidationId, startedAt: at, changedAt: at, rows: [], quantities: [], waiting: [] };
}

/** While nothing of a subject can change hands, positions that wait for their index keep their offer, which is empty. */
function suspend(state: State, running: Liquidation, out: Listener): void {
  const offers: Offer[] = [];
  const changed: Offer[] = [];
  for (const each of running.offers) {
    const waiting = [...each.rows, ...each.waiting].filter((row) => isWaiting(state, row));
    if (waiting.length === 0) continue;
    if (each.rows.length > 0) changed.push(each);
    Object.assign(each, { rows: [], quantities: [], waiting });
    offers.push(each);
  }
  setOffers(state, running, offers, changed, out);
}

/** Whether a position is kept out of its offer because its index is in doubt. */
function isWaiting(state: State, row: RowNumber): boolean {
  return isInDoubt(state.markets[state.rows.market(row)]!);
}

/** Replaces the offers of a liquidation, and emits which are gone and which have changed. */
function setOffers(
  state: State,
  running: Liquidation,
  offers: Offer[],
  changed: readonly Offer[],
  out: Listener,
): void {
  const gone = running.offers.filter((each) => !offers.includes(each));
  state.liquidations.setOffers(running, offers);
  for (const each of gone) if (each.rows.length > 0) emitOffer(state, running, each, true, out);
  for (const each of changed) {
    each.changedAt = state.now;
    emitOffer(state, running, each, false, out);
  }
}

function emitOffer(state: State, running: Liquidation, of: Offer, gone: boolean, out: Listener): void {
  const positions = of.rows.map((row, i) => ({
    market: state.rows.market(row),
    quantity: of.quantities[i]!,
    feeRate: state.markets[state.rows.market(row)]!.parameters.liquidatorFee,
  }));
  out.liquidation({
    type: "offered",
    ...eventFields(state, running.subject),
    liquidationId: of.liquidationId,
    kind: "liquidated",
    startedAt: of.startedAt,
    positions: gone ? [] : positions,
  });
}

function eventFields(state: State, subject: Subject) {
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
