// The data that keeps liquidation from checking every account: for each position the range of mark prices within which it can't
// use up its share of what its account can spare, and the subjects found below maintenance. followed-marks.ts maintains it.
//
// Nothing here is state: it follows from accounts, rows and marks, and is rebuilt after a restart.

import { BoundHeap } from "../../base/storage/bound-heap.ts";
import type { Market } from "../market/market.ts";
import { type ReachableMarks, reachableMarksOf, type SafeRange } from "./reach.ts";
import type { Subject } from "./subject.ts";

/** No limit: the range does not end on this side. */
export const OPEN = Number.POSITIVE_INFINITY;

/** The limits of all rows on one side, by row: −(low end) of its range for falling marks, the high end for rising ones. */
export class Limits {
  ofRow = new Float64Array(16).fill(OPEN);

  room(rows: number): void {
    const { ofRow } = this;
    if (rows <= ofRow.length) return;
    this.ofRow = new Float64Array(rows * 2).fill(OPEN);
    this.ofRow.set(ofRow);
  }
}

/** One side of one market's ranges. A row's limit is passed when it is below −mark (falling) or below mark (rising). */
export interface RangeEnds {
  readonly limits: Limits;
  /** The current limits of the market's rows, and stale ones. */
  readonly heap: BoundHeap;
  /** The sign of the mark on this side. */
  readonly sign: -1 | 1;
}

export interface MarketWatch {
  readonly falling: RangeEnds;
  readonly rising: RangeEnds;
  readonly reach: ReachableMarks;
}

export class Watch {
  /**
   * Subjects that the last check found below maintenance and that are not in liquidation: between commands, those whose
   * positions are all in paused markets.
   */
  readonly suspects = new Set<Subject>();
  readonly falling = new Limits();
  readonly rising = new Limits();
  /** Reused for each position that gets a range. */
  readonly range: SafeRange = { low: 0, high: 0 };
  #isBuilt = false;
  readonly #markets: MarketWatch[] = [];

  /** Whether every account has been looked at once. */
  get isBuilt(): boolean {
    return this.#isBuilt;
  }

  built(): void {
    this.#isBuilt = true;
  }

  /** Whether a subject that is below maintenance is missing from `suspects`; for audits. */
  overlooks(subject: Subject): boolean {
    return this.isBuilt && !this.suspects.has(subject);
  }

  of(market: Market): MarketWatch {
    const known = this.#markets[market.number];
    if (known !== undefined) return known;
    const made: MarketWatch = {
      falling: { limits: this.falling, heap: new BoundHeap(), sign: -1 },
      rising: { limits: this.rising, heap: new BoundHeap(), sign: 1 },
      reach: reachableMarksOf(market),
    };
    this.#markets[market.number] = made;
    return made;
  }

  room(rows: number): void {
    this.falling.room(rows);
    this.rising.room(rows);
  }
}
