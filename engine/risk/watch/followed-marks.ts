// Finds the subjects that a move of a mark price may have brought below maintenance, without looking at all of them.
//
// A subject's slack, TC − ΣMM at its last look, is shared out over its positions. For each position follows a range of
// mark prices within which it cannot use up more than its share (safe-range.ts). While every mark stays in its range,
// the subject is above maintenance. A market keeps the ends of these ranges in two heaps, so a new mark meets only
// those that it has passed; their subjects are looked at again, exactly, and get new ranges.
//
// None of this is part of the state: it follows from accounts, rows and marks, is rebuilt after a restart, and results
// depend only on whether a subject is below maintenance. Rules 0.3 (a), 7.1.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, Micros, RowNumber, Ticks } from "../../base/units.ts";
import { crossOf, isCross, type Subject } from "../../memory/liquidation/subject.ts";
import { OPEN, type RangeEnds, type Watch } from "../../memory/liquidation/watched-ranges.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { figuresOf } from "../../money/margin/account-figures.ts";
import { notionalAtMark } from "../../money/margin/margin.ts";
import { accountOf, subjectOfRow } from "../../permissions/subjects.ts";
import { findSafeRange, worstWithin } from "./safe-range.ts";

/** The part of the slack that is shared out. The rest absorbs fills, fees and funding without new ranges. */
const SHARED_OUT = 0.75;
/** A limit that has been passed and not renewed. */
const PASSED = Number.NEGATIVE_INFINITY;

/** Looks at every subject whose range a mark has left; subjects in liquidation are not watched. */
export function followMarks(state: State): void {
  const { watch } = state.liquidations;
  if (!watch.isBuilt) build(state);
  watch.room(state.rows.used);
  for (const market of state.markets) {
    const { falling, rising } = watch.of(market);
    pass(state, falling, market.mark);
    pass(state, rising, market.mark);
  }
}

/**
 * Looks at one subject, and makes it a suspect if it is below maintenance.
 * @returns whether it is above maintenance
 */
export function look(state: State, subject: Subject): boolean {
  const { watch } = state.liquidations;
  watch.room(state.rows.used);
  const safe = isCross(subject) ? lookAtCross(state, subject) : lookAtIsolated(state, subject);
  if (!safe) watch.suspects.add(subject);
  else if (watch.suspects.size > 0) watch.suspects.delete(subject);
  return safe;
}

/** Whether the ranges of a subject's rows prove that it is above maintenance; for audits. */
export function knowsSafe(state: State, subject: Subject): boolean {
  const { watch } = state.liquidations;
  if (!watch.isBuilt) return true;
  const rows = isCross(subject) ? crossRows(state, accountOf(state, subject)) : [subject];
  let worst = isCross(subject) ? ownMoney(state, accountOf(state, subject)) : state.rows.margin(subject);
  for (const row of rows) {
    worst -= state.rows.cost(row);
    const quantity = state.rows.quantity(row);
    if (quantity === 0) continue;
    const market = state.markets[state.rows.market(row)]!;
    // Ranges are found with a smaller tolerance than they are read with.
    worst += worstInRange(watch, market, row, quantity) + 10 + notionalAtMark(market, quantity) * 1e-9;
  }
  return worst >= 0;
}

function lookAtCross(state: State, subject: Subject): boolean {
  const { watch } = state.liquidations;
  const account = accountOf(state, subject);
  // Usually the ranges still suffice, and nothing has to be computed at the present marks.
  let worst = ownMoney(state, account);
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 1) continue;
    const quantity = state.rows.quantity(row);
    worst -= state.rows.cost(row);
    if (quantity !== 0) worst += worstInRange(watch, state.markets[state.rows.market(row)]!, row, quantity);
  }
  return worst >= 0 || shareOut(state, account);
}

/**
 * Shares the slack of a cross account out over its positions, by notional. An account without positions depends on no
 * mark: it is looked at whenever it is touched, and nothing else can bring it below zero.
 * @returns whether the slack is not negative
 */
function shareOut(state: State, account: AccountNumber): boolean {
  const { collateral, maintenance, notional } = figuresOf(state, crossOf(account));
  const slack = collateral - maintenance;
  if (slack < 0) return false;
  if (notional === 0) return true;
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    const quantity = state.rows.quantity(row);
    if (state.rows.isolated(row) === 1 || quantity === 0) continue;
    const market = state.markets[state.rows.market(row)]!;
    const share = slack * SHARED_OUT * (notionalAtMark(market, quantity) / notional);
    bound(state, market, row, quantity, Math.floor(share));
  }
  return true;
}

function lookAtIsolated(state: State, row: RowNumber): boolean {
  const quantity = state.rows.quantity(row);
  if (quantity === 0) return true;
  const market = state.markets[state.rows.market(row)]!;
  const own = state.rows.margin(row) - state.rows.cost(row);
  if (own + worstInRange(state.liquidations.watch, market, row, quantity) >= 0) return true;
  const notional = notionalAtMark(market, quantity);
  const slack = own + (quantity > 0 ? notional : -notional) - market.ratios.maintenanceMargin(notional);
  if (slack < 0) return false;
  bound(state, market, row, quantity, Math.floor(slack * SHARED_OUT));
  return true;
}

/** A lower bound of what a position counts for within its range; −Infinity when the mark is outside. */
function worstInRange(watch: Watch, market: Market, row: RowNumber, quantity: Lots): number {
  const low = Math.max(0, -watch.falling.ofRow[row]!);
  const high = watch.rising.ofRow[row]!;
  if (low > market.mark || high < market.mark) return PASSED;
  return worstWithin(market, quantity, low, high, watch.of(market).reach);
}

function bound(state: State, market: Market, row: RowNumber, quantity: Lots, budget: Micros): void {
  const { watch } = state.liquidations;
  const { range } = watch;
  const { falling, rising, reach } = watch.of(market);
  findSafeRange(market, quantity, budget, reach, range);
  tighten(state, market, falling, row, range.low === 0 ? OPEN : -range.low);
  tighten(state, market, rising, row, range.high);
}

/** Sets a limit. One that is closer than needed stays: when it is passed, the look that follows moves it. */
function tighten(state: State, market: Market, ends: RangeEnds, row: RowNumber, limit: Ticks): void {
  const { ofRow } = ends.limits;
  const held = ofRow[row]!;
  if (held >= ends.sign * market.mark && held <= limit) return;
  ofRow[row] = limit;
  if (limit === OPEN) return;
  ends.heap.push(limit, row);
  if (ends.heap.size > 64 + 2 * state.rows.open.of(market.number).length) sweep(state, ends);
}

function sweep(state: State, { heap, limits: { ofRow } }: RangeEnds): void {
  heap.keep((row, limit) => {
    if (state.rows.quantity(row) === 0) ofRow[row] = OPEN;
    return ofRow[row] === limit;
  });
}

function pass(state: State, { heap, limits, sign }: RangeEnds, mark: Ticks): void {
  const { open } = state.liquidations;
  while (heap.least < sign * mark) {
    const limit = heap.least;
    const row = heap.pop();
    if (limits.ofRow[row] !== limit) continue;
    limits.ofRow[row] = PASSED;
    if (state.rows.quantity(row) === 0) continue;
    const subject = subjectOfRow(state, row);
    if (!open.has(subject)) look(state, subject);
  }
}

function build(state: State): void {
  const { open, watch } = state.liquidations;
  watch.built();
  for (let account = 0; account < state.accounts.used; account++) {
    if (!state.accounts.isUser(account)) continue;
    if (!open.has(crossOf(account))) look(state, crossOf(account));
    for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
      if (state.rows.isolated(row) === 1 && !open.has(row)) look(state, row);
    }
  }
}

/** The part of a cross account's collateral outside its rows. Rules 5.2. */
function ownMoney(state: State, account: AccountNumber): number {
  return state.accounts.holding(account) - state.accounts.isolatedOrderFrozen(account);
}

function crossRows(state: State, account: AccountNumber): number[] {
  const rows: number[] = [];
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 0) rows.push(row);
  }
  return rows;
}
