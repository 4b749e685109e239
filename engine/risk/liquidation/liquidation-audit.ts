// The invariants of liquidations between any two commands, recomputed from accounts and marks alone. Rules 7.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber } from "../../base/units.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { Liquidation } from "../../memory/liquidation/liquidations.ts";
import { crossOf, isCross, type Subject } from "../../memory/liquidation/subject.ts";
import type { State } from "../../memory/state.ts";
import {
  AT_INDICES_SINCE,
  figuresAtIndices,
  figuresOf,
  holdingsOf,
  isBelowMaintenance,
  isSoundAtIndices,
} from "../../money/margin/account-figures.ts";
import { isInDoubt, STANDSTILL_SINCE } from "../../permissions/standstill.ts";
import { accountOf } from "../../permissions/subjects.ts";
import { fundBacking, fundFigures, fundLots } from "../fund/insurance-fund.ts";
import { knowsSafe } from "../watch/followed-marks.ts";
import { debtOf } from "../watch/held-debts.ts";
import { isHeld, liveOf } from "../watch/pauses.ts";
import { groupsOf, offeredLots, offeredPercent, takeOverLine } from "./offers.ts";

/** @throws {Fault} naming the first invariant that does not hold */
export function auditLiquidations(state: State): void {
  const { open } = state.liquidations;
  for (const account of users(state)) {
    for (const subject of subjectsOf(state, account)) {
      const running = open.get(subject);
      if (running === undefined) auditSafe(state, subject);
      else auditLiquidation(state, running);
    }
  }
  auditFund(state);
}

function* users(state: State): Iterable<number> {
  for (let account = 0; account < state.accounts.used; account++) if (state.accounts.isUser(account)) yield account;
}

function* subjectsOf(state: State, account: AccountNumber): Iterable<Subject> {
  yield crossOf(account);
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1) yield row;
  }
}

/** No account is overlooked: an account that is not in liquidation is above maintenance, and is known to be at these marks. */
function auditSafe(state: State, subject: Subject): void {
  const standing = figuresOf(state, subject);
  const account = state.accounts.accountId(accountOf(state, subject));
  const { watch } = state.liquidations;
  if (isBelowMaintenance(standing)) {
    const waits = isHeld(state, subject) || isSoundAtIndices(state, subject);
    assert(waits, "who is below maintenance, at the indices too, is in liquidation", { account, subject, ...standing });
    assert(!watch.overlooks(subject), "who is held back is not forgotten", { account, subject, ...standing });
    return;
  }
  const suspected = watch.suspects.has(subject);
  assert(!suspected || standing.notional > 0, "who has no position is not suspected", { account, subject });
  if (suspected) return;
  assert(knowsSafe(state, subject), "who is not watched can't be liquidated", { account, subject, ...standing });
}

function auditLiquidation(state: State, running: Liquidation): void {
  const { subject } = running;
  auditFrozen(state, subject);
  const holdings = holdingsOf(state, subject);
  const live = liveOf(state, holdings);
  const standing = figuresOf(state, subject);
  const account = state.accounts.accountId(accountOf(state, subject));
  if (isHeld(state, subject)) {
    const offers = running.offers.filter(({ rows }) => rows.length > 0).length;
    assert(offers === 0, "nothing is offered of what is in paused markets", { account, offers });
    auditWaiting(state, running);
    return;
  }
  const sound = !isBelowMaintenance(standing) || isSoundAtIndices(state, subject);
  assert(!sound, "who is in liquidation is below maintenance", { account, ...standing });
  const atIndices = state.behaviour >= AT_INDICES_SINCE;
  const { collateral } = atIndices ? figuresAtIndices(state, subject) : standing;
  assert(collateral >= takeOverLine(holdings, atIndices), "who is on offer can pay a liquidator", {
    ...standing,
    account,
    collateral,
  });
  auditWaiting(state, running);
  const expected = groupsOf(live).map((group) => {
    const percent = offeredPercent(standing.collateral, holdings, group);
    return group.map((holding) => [holding.row, offeredLots(holding, percent)]);
  });
  const offered = running.offers.filter(({ rows }) => rows.length > 0);
  const found = offered.map(({ rows, quantities }) => rows.map((row, i) => [row, quantities[i]]));
  assert(String(found.sort()) === String(expected.sort()), "what is offered restores initial margin, and no more", {
    account,
    found: String(found),
    expected: String(expected),
  });
}

/** An offer waits only for positions whose index is in doubt, and no offer is empty of both rows and waiting positions. */
function auditWaiting(state: State, { offers }: Liquidation): void {
  for (const { liquidationId, rows, waiting } of offers) {
    const { rows: all, markets } = state;
    const doubted = waiting.every((row) => all.quantity(row) !== 0 && isInDoubt(markets[all.market(row)]!));
    assert(doubted && rows.length + waiting.length > 0, "an offer waits for what is in doubt, and for nothing else", {
      liquidationId,
    });
  }
}

/** A frozen subject has no resting orders. */
function auditFrozen(state: State, subject: Subject): void {
  const account = accountOf(state, subject);
  const rows = isCross(subject) ? rowsOf(state, account) : [subject];
  for (const row of rows) {
    const id = state.accounts.accountId(account);
    assert(state.rows.orders(row) === 0, "who is in liquidation has no orders", {
      account: id,
      row,
      orders: state.rows.orders(row),
    });
  }
}

function rowsOf(state: State, account: AccountNumber): number[] {
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
  if (state.behaviour >= STANDSTILL_SINCE) {
    const debts = debtsOf(state);
    const counted = fundFigures(state).collateral - collateral;
    assert(counted === debts, "the debts of all that cannot be liquidated now count as the fund's", { counted, debts });
  }
  assert(
    state.venue.solvencyHalt === collateral < 0,
    "the venue is halted exactly while the fund owes, or will have to",
    {
      collateral,
      holding: state.accounts.holding(INSURANCE),
    },
  );
}

/** The debts of all subjects with a position that cannot be liquidated now, found by visiting every account. */
function debtsOf(state: State): number {
  let sum = 0;
  for (const account of users(state)) for (const subject of subjectsOf(state, account)) sum += debtOf(state, subject);
  return sum;
}
