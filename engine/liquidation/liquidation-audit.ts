// What must hold of liquidations between any two commands, recomputed from accounts and marks alone. Rules 7.

import { INSURANCE } from "../account/accounts.ts";
import { assert } from "../fault.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { fundBacking, fundLots } from "./insurance-fund.ts";
import type { Case } from "./liquidations.ts";
import { groupsOf, offeredLots, offeredPercent, takeOverLine } from "./offers.ts";
import { isHeld, liveOf } from "./pauses.ts";
import { accountOf, crossOf, holdingsOf, isBelowMaintenance, type Subject, standingOf } from "./subjects.ts";

/** @throws {Fault} naming the first that does not hold */
export function auditLiquidations(state: State): void {
  const { cases } = state.liquidations;
  for (const account of users(state)) {
    for (const subject of subjectsOf(state, account)) {
      const running = cases.get(subject);
      if (running === undefined) auditSafe(state, subject);
      else auditCase(state, running);
    }
  }
  auditFund(state);
}

function* users(state: State): Iterable<number> {
  for (let account = 0; account < state.accounts.used; account++) if (state.accounts.isUser(account)) yield account;
}

function* subjectsOf(state: State, account: number): Iterable<Subject> {
  yield crossOf(account);
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1) yield row;
  }
}

/** Nobody is overlooked: who is not in liquidation is above maintenance, and is known to be at these marks. */
function auditSafe(state: State, subject: Subject): void {
  const standing = standingOf(state, subject);
  const account = state.accounts.accountId(accountOf(state, subject));
  const { watch } = state.liquidations;
  if (isBelowMaintenance(standing)) {
    assert(isHeld(state, subject), "who is below maintenance is in liquidation", { account, subject, ...standing });
    assert(!watch.overlooks(subject), "who is held back is not forgotten", { account, subject, ...standing });
    return;
  }
  const suspected = watch.suspects.has(subject);
  assert(!suspected || standing.notional > 0, "who has no position is not suspected", { account, subject });
  if (standing.notional === 0 || suspected) return;
  assert(watch.knowsSafe(state, subject), "who is not watched can't be liquidated", { account, subject, ...standing });
}

function auditCase(state: State, running: Case): void {
  const { subject } = running;
  auditFrozen(state, subject);
  const holdings = holdingsOf(state, subject);
  const live = liveOf(state, holdings);
  const standing = standingOf(state, subject);
  const account = state.accounts.accountId(accountOf(state, subject));
  if (isHeld(state, subject)) {
    const offers = running.offers.length;
    assert(offers === 0, "nothing is offered of what is in paused markets", { account, offers });
    return;
  }
  assert(isBelowMaintenance(standing), "who is in liquidation is below maintenance", { account, ...standing });
  assert(standing.collateral >= takeOverLine(holdings), "who is on offer can pay a liquidator", {
    account,
    ...standing,
  });
  const expected = groupsOf(live).map((group) => {
    const percent = offeredPercent(standing.collateral, holdings, group);
    return group.map((holding) => [holding.row, offeredLots(holding, percent)]);
  });
  const found = running.offers.map(({ rows, quantities }) => rows.map((row, i) => [row, quantities[i]]));
  assert(String(found.sort()) === String(expected.sort()), "what is offered restores initial margin, and no more", {
    account,
    found: String(found),
    expected: String(expected),
  });
}

/** Nothing of a frozen subject is on a book. */
function auditFrozen(state: State, subject: Subject): void {
  const account = accountOf(state, subject);
  const rows = subject < 0 ? rowsOf(state, account) : [subject];
  for (const row of rows) {
    const id = state.accounts.accountId(account);
    assert(state.rows.orders(row) === 0, "who is in liquidation has no orders", {
      account: id,
      row,
      orders: state.rows.orders(row),
    });
  }
}

function rowsOf(state: State, account: number): number[] {
  const rows: number[] = [];
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    rows.push(row);
  }
  return rows;
}

function auditFund(state: State): void {
  const { fundClaims, lastId, purses } = state.liquidations;
  for (const { number, parameters } of state.markets) {
    const claim = fundClaims.get(number);
    const held = fundLots(state, number);
    assert((claim?.quantity ?? 0) === held, "what the insurance fund holds can be claimed", {
      symbol: parameters.symbol,
      held,
      claim: claim?.quantity,
    });
    assert(claim === undefined || claim.liquidationId <= lastId, "a claim's id was handed out", { lastId });
  }
  for (const market of purses.markets) {
    const worth = purses.of(market);
    assert(fundLots(state, market) !== 0, "only what the insurance fund holds has a purse", { market, worth });
  }
  const { collateral } = fundBacking(state);
  assert(
    state.venue.solvencyHalt === collateral < 0,
    "the venue is halted exactly while the fund owes, or will have to",
    {
      collateral,
      holding: state.accounts.holding(INSURANCE),
    },
  );
}
