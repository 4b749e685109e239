// Which subjects a move of a mark price may have brought below maintenance, found without looking at all of them.
//
// A subject's slack, TC − ΣMM at its last look, is shared out over its positions; for each follows a range of mark prices
// within which that position can't use up more than its share (safe-range.ts). While every mark stays in its range the
// subject is above maintenance. A market keeps the ends of these ranges in two heaps, so a new mark meets only those that
// it has passed; their subjects are looked at again, exactly, and get new ranges.
//
// Nothing here is state: it follows from accounts, rows and marks, is built again after a restart, and no result depends
// on it beyond "is below maintenance or is not". Rules 0.3 (a), 7.1.

import { notionalAtMark } from "../margin/margin.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { BoundHeap } from "./bound-heap.ts";
import { findSafeRange, type Reach, reachOf, type SafeRange, worstWithin } from "./safe-range.ts";
import { accountOf, crossOf, type Subject, standingOf, subjectOfRow } from "./subjects.ts";

/** Of the slack. The rest lets fills, fees and funding go by without new ranges. */
const SHARED_OUT = 0.75;
/** A limit that has been passed and not been renewed. */
const PASSED = Number.NEGATIVE_INFINITY;
/** No limit: the range does not end on this side. */
const OPEN = Number.POSITIVE_INFINITY;

/** One market's limits. A row's limit is passed when it is below −mark (falling) or below mark (rising). */
interface MarketWatch {
  readonly falling: BoundHeap;
  readonly rising: BoundHeap;
  readonly reach: Reach;
}

export class Watch {
  /**
   * Subjects that the last look found below maintenance, and that are not in liquidation: between commands, those whose
   * positions are all in markets that are paused.
   */
  readonly suspects = new Set<Subject>();
  /** By row: −(low end), and the high end. */
  #falling = new Float64Array(256).fill(OPEN);
  #rising = new Float64Array(256).fill(OPEN);
  readonly #markets: MarketWatch[] = [];
  readonly #range: SafeRange = { low: 0, high: 0 };
  #built = false;

  /** Looks at every subject that a mark has left the range of. `running`: those in liquidation, which are not watched. */
  followMarks(state: State, running: ReadonlyMap<Subject, unknown>): void {
    if (!this.#built) this.#build(state, running);
    this.#room(state.rows.used);
    for (const market of state.markets) {
      const { falling, rising } = this.#of(market);
      if (falling.least < -market.mark) this.#pass(state, falling, this.#falling, -market.mark, running);
      if (rising.least < market.mark) this.#pass(state, rising, this.#rising, market.mark, running);
    }
  }

  /** Looks at one subject. @returns whether it is above maintenance; if not, it is a suspect from now on */
  look(state: State, subject: Subject): boolean {
    this.#room(state.rows.used);
    const safe = subject < 0 ? this.#lookAtCross(state, subject) : this.#lookAtIsolated(state, subject);
    if (!safe) this.suspects.add(subject);
    else if (this.suspects.size > 0) this.suspects.delete(subject);
    return safe;
  }

  /** Whether a subject that is below maintenance is not known to be; for audits. */
  overlooks(subject: Subject): boolean {
    return this.#built && !this.suspects.has(subject);
  }

  /** Whether the ranges of a subject's rows say that it is above maintenance; for audits. */
  knowsSafe(state: State, subject: Subject): boolean {
    if (!this.#built) return true;
    const rows = subject >= 0 ? [subject] : crossRows(state, accountOf(state, subject));
    let worst = subject >= 0 ? state.rows.margin(subject) : ownMoney(state, accountOf(state, subject));
    for (const row of rows) {
      worst -= state.rows.cost(row);
      const quantity = state.rows.quantity(row);
      if (quantity === 0) continue;
      const market = state.markets[state.rows.market(row)]!;
      // A range is found with less to spare than it is read with.
      worst += this.#worst(market, row, quantity) + 10 + notionalAtMark(market, quantity) * 1e-9;
    }
    return worst >= 0;
  }

  #lookAtCross(state: State, subject: Subject): boolean {
    const account = accountOf(state, subject);
    // Mostly the ranges still say enough, and nothing has to be found out at the present marks.
    let worst = ownMoney(state, account);
    for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
      if (state.rows.isolated(row) === 1) continue;
      const quantity = state.rows.quantity(row);
      worst -= state.rows.cost(row);
      if (quantity !== 0) worst += this.#worst(state.markets[state.rows.market(row)]!, row, quantity);
    }
    return worst >= 0 || this.#shareOut(state, account);
  }

  /**
   * Shares the slack of a cross account out over its positions, by notional. One without positions depends on no mark: it
   * is looked at whenever it is touched, and nothing else can bring it below zero.
   * @returns whether there is any
   */
  #shareOut(state: State, account: number): boolean {
    const { collateral, maintenance, notional } = standingOf(state, crossOf(account));
    const slack = collateral - maintenance;
    if (slack < 0) return false;
    if (notional === 0) return true;
    for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
      const quantity = state.rows.quantity(row);
      if (state.rows.isolated(row) === 1 || quantity === 0) continue;
      const market = state.markets[state.rows.market(row)]!;
      const share = slack * SHARED_OUT * (notionalAtMark(market, quantity) / notional);
      this.#bound(state, market, row, quantity, Math.floor(share));
    }
    return true;
  }

  #lookAtIsolated(state: State, row: number): boolean {
    const quantity = state.rows.quantity(row);
    if (quantity === 0) return true;
    const market = state.markets[state.rows.market(row)]!;
    const own = state.rows.margin(row) - state.rows.cost(row);
    if (own + this.#worst(market, row, quantity) >= 0) return true;
    const notional = notionalAtMark(market, quantity);
    const slack = own + (quantity > 0 ? notional : -notional) - market.ratios.maintenanceMargin(notional);
    if (slack < 0) return false;
    this.#bound(state, market, row, quantity, Math.floor(slack * SHARED_OUT));
    return true;
  }

  /** The least that a position counts for in its range; −Infinity when the mark is outside. */
  #worst(market: LiveMarket, row: number, quantity: number): number {
    const low = Math.max(0, -this.#falling[row]!);
    const high = this.#rising[row]!;
    if (low > market.mark || high < market.mark) return PASSED;
    return worstWithin(market, quantity, low, high, this.#of(market).reach);
  }

  #bound(state: State, market: LiveMarket, row: number, quantity: number, budget: number): void {
    const range = this.#range;
    const { falling, rising, reach } = this.#of(market);
    findSafeRange(market, quantity, budget, reach, range);
    this.#limit(state, market, falling, this.#falling, row, range.low === 0 ? OPEN : -range.low, -market.mark);
    this.#limit(state, market, rising, this.#rising, row, range.high, market.mark);
  }

  /** A limit that is closer than need be stays: when it is passed, the look that follows moves it on. */
  #limit(
    state: State,
    market: LiveMarket,
    heap: BoundHeap,
    limits: Float64Array,
    row: number,
    limit: number,
    now: number,
  ): void {
    const held = limits[row]!;
    if (held >= now && held <= limit) return;
    limits[row] = limit;
    if (limit === OPEN) return;
    heap.push(limit, row);
    if (heap.size > 64 + 2 * state.rows.open.of(market.number).length) this.#sweep(state, heap, limits);
  }

  #sweep(state: State, heap: BoundHeap, limits: Float64Array): void {
    heap.keep((row, limit) => {
      if (state.rows.quantity(row) === 0) limits[row] = OPEN;
      return limits[row] === limit;
    });
  }

  #pass(
    state: State,
    heap: BoundHeap,
    limits: Float64Array,
    now: number,
    running: ReadonlyMap<Subject, unknown>,
  ): void {
    while (heap.least < now) {
      const limit = heap.least;
      const row = heap.pop();
      if (limits[row] !== limit) continue;
      limits[row] = PASSED;
      if (state.rows.quantity(row) === 0) continue;
      const subject = subjectOfRow(state, row);
      if (!running.has(subject)) this.look(state, subject);
    }
  }

  #build(state: State, running: ReadonlyMap<Subject, unknown>): void {
    this.#built = true;
    for (let account = 0; account < state.accounts.used; account++) {
      if (!state.accounts.isUser(account)) continue;
      if (!running.has(crossOf(account))) this.look(state, crossOf(account));
      for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
        if (state.rows.isolated(row) === 1 && !running.has(row)) this.look(state, row);
      }
    }
  }

  #of(market: LiveMarket): MarketWatch {
    const known = this.#markets[market.number];
    if (known !== undefined) return known;
    const made = { falling: new BoundHeap(), rising: new BoundHeap(), reach: reachOf(market) };
    this.#markets[market.number] = made;
    return made;
  }

  #room(rows: number): void {
    if (rows <= this.#falling.length) return;
    this.#falling = grown(this.#falling, rows * 2);
    this.#rising = grown(this.#rising, rows * 2);
  }
}

function grown(limits: Float64Array, length: number) {
  const longer = new Float64Array(length).fill(OPEN);
  longer.set(limits);
  return longer;
}

/** What counts for a cross account besides its rows. Rules 5.2. */
function ownMoney(state: State, account: number): number {
  return state.accounts.holding(account) - state.accounts.isolatedOrderFrozen(account);
}

function crossRows(state: State, account: number): number[] {
  const rows: number[] = [];
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    if (state.rows.isolated(row) === 0) rows.push(row);
  }
  return rows;
}
