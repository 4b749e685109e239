// The account and market of a subject, what it holds in a market, and the order in which the rules visit subjects.

import { NONE } from "../base/storage/int-map.ts";
import { inTextOrder } from "../base/text-order.ts";
import type { MarketNumber, RowNumber } from "../base/units.ts";
import type { Subject } from "../memory/liquidation/subject.ts";
import { crossOf, isCross } from "../memory/liquidation/subject.ts";
import type { State } from "../memory/state.ts";

export function subjectOfRow(state: State, row: RowNumber): Subject {
  return state.rows.isolated(row) === 1 ? row : crossOf(state.rows.account(row));
}

export function accountOf(state: State, subject: Subject): number {
  return isCross(subject) ? -1 - subject : state.rows.account(subject);
}

/** The market of an isolated row; -1 for cross. */
export function marketOf(state: State, subject: Subject): MarketNumber {
  return isCross(subject) ? NONE : state.rows.market(subject);
}

export function holdsIn(state: State, subject: Subject, market: MarketNumber): boolean {
  if (!isCross(subject)) return marketOf(state, subject) === market && state.rows.quantity(subject) !== 0;
  const row = state.rows.find(accountOf(state, subject), market, "CROSS");
  return row !== NONE && state.rows.quantity(row) !== 0;
}

/** Sorts subjects as the rules visit them: accounts by id, cross before isolated, isolated rows by symbol. */
export function sortSubjects(state: State, subjects: Iterable<Subject>): Subject[] {
  const symbolOf = (subject: Subject) => state.markets[marketOf(state, subject)]!.parameters.symbol;
  return [...subjects].sort((a, b) => {
    const [first, second] = [accountOf(state, a), accountOf(state, b)];
    if (first !== second) return state.accounts.inOrder(first, second);
    if (isCross(a) || isCross(b)) return a - b;
    return inTextOrder(symbolOf(a), symbolOf(b));
  });
}
