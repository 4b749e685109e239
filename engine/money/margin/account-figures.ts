// The collateral of a subject and what it must cover, at the marks and at the indices. Rules 7.1, 7.9.

import { NONE } from "../../base/storage/int-map.ts";
import type { Leverage, Lots, Micros, RowNumber } from "../../base/units.ts";
import { isCross, type Subject } from "../../memory/liquidation/subject.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { accountOf } from "../../permissions/subjects.ts";
import { leverageOf, notionalAtMark } from "./margin.ts";

/** From this behaviour on the indices count as well; before, only the marks did. */
export const AT_INDICES_SINCE = 3;

/** One position of a subject, at the present mark. */
export interface Holding {
  readonly row: RowNumber;
  readonly market: Market;
  /** Lots, signed, not 0. */
  readonly quantity: Lots;
  /** Micros. */
  readonly notional: Micros;
  readonly leverage: Leverage;
}

/** The positions of a subject, by symbol. */
export function holdingsOf(state: State, subject: Subject): Holding[] {
  if (!isCross(subject)) return holdingOf(state, subject);
  return state.marketsBySymbol.flatMap((market) => {
    const row = state.rows.find(accountOf(state, subject), market, "CROSS");
    return row === NONE ? [] : holdingOf(state, row);
  });
}

function holdingOf(state: State, row: RowNumber): Holding[] {
  const market = state.markets[state.rows.market(row)]!;
  const lots = state.rows.quantity(row);
  if (lots === 0) return [];
  const leverage = leverageOf(state, market, row);
  return [{ row, market, quantity: lots, notional: notionalAtMark(market, lots), leverage }];
}

/** The collateral of a subject and its requirements, micros. */
export interface AccountFigures {
  /** TC, or M + U. */
  readonly collateral: Micros;
  /** ΣMM. */
  readonly maintenance: Micros;
  /** ΣN. */
  readonly notional: Micros;
}

export function figuresOf(state: State, subject: Subject): AccountFigures {
  return figuresAt(state, subject, false);
}

/** The same at the indices, which no trader paints. */
export function figuresAtIndices(state: State, subject: Subject): AccountFigures {
  return figuresAt(state, subject, true);
}

function figuresAt(state: State, subject: Subject, atIndices: boolean): AccountFigures {
  const standing = { collateral: 0, maintenance: 0, notional: 0 };
  if (!isCross(subject)) {
    standing.collateral = state.rows.margin(subject);
    addRow(state, subject, atIndices, standing);
    return standing;
  }
  const account = accountOf(state, subject);
  standing.collateral = state.accounts.holding(account) - state.accounts.isolatedOrderFrozen(account);
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 0) addRow(state, row, atIndices, standing);
  }
  return standing;
}

function addRow(
  state: State,
  row: RowNumber,
  atIndices: boolean,
  sums: { -readonly [Sum in keyof AccountFigures]: number },
): void {
  const market = state.markets[state.rows.market(row)]!;
  const lots = state.rows.quantity(row);
  const value = lots * (atIndices ? market.index : market.mark) * market.unit;
  const size = Math.abs(value);
  sums.collateral += value - state.rows.cost(row);
  sums.notional += size;
  sums.maintenance += market.ratios.maintenanceMargin(size);
}

/** Rules 7.1. Without a position the requirement is 0, but the collateral must not be negative either. */
export function isBelowMaintenance({ collateral, maintenance }: AccountFigures): boolean {
  return collateral < maintenance;
}

/**
 * Whether a subject that is below maintenance at the marks is nevertheless sound at the indices and so left alone: a
 * mark painted within its bounds liquidates no account. Rules 7.1.
 */
export function isSoundAtIndices(state: State, subject: Subject): boolean {
  return state.behaviour >= AT_INDICES_SINCE && !isBelowMaintenance(figuresAtIndices(state, subject));
}
