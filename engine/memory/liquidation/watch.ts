// What is kept so that liquidation need not look at everyone: for each position the range of mark prices within which it can't
// use up its share of what its account can spare, and those who were found below maintenance. followed-marks.ts keeps it.
//
// Nothing here is state: it follows from accounts, rows and marks, and is built again after a restart.

import { BoundHeap } from "../../base/storage/bound-heap.ts";
import type { Market } from "../market/market.ts";
import { type Reach, reachOf, type SafeRange } from "./reach.ts";
import type { Subject } from "./subject.ts";

/** No limit: the range does not end on this side. */
export const OPEN = Number.POSITIVE_INFINITY;

/** One market's limits. A row's limit is passed when it is below −mark (falling) or below mark (rising). */
export interface MarketWatch {
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
  falling = new Float64Array(16).fill(OPEN);
  rising = new Float64Array(16).fill(OPEN);
  /** Filled anew for each position that gets a range. */
  readonly range: SafeRange = { low: 0, high: 0 };
  #isBuilt = false;
  readonly #markets: MarketWatch[] = [];

  /** Whether everyone has been looked at once. */
  get isBuilt(): boolean {
    return this.#isBuilt;
  }

  built(): void {
    this.#isBuilt = true;
  }

  /** Whether a subject that is below maintenance is not known to be; for audits. */
  overlooks(subject: Subject): boolean {
    return this.isBuilt && !this.suspects.has(subject);
  }

  of(market: Market): MarketWatch {
    const known = this.#markets[market.number];
    if (known !== undefined) return known;
    const made = { falling: new BoundHeap(), rising: new BoundHeap(), reach: reachOf(market) };
    this.#markets[market.number] = made;
    return made;
  }

  room(rows: number): void {
    if (rows <= this.falling.length) return;
    this.falling = grown(this.falling, rows * 2);
    this.rising = grown(this.rising, rows * 2);
  }
}

function grown(limits: Float64Array, length: number) {
  const longer = new Float64Array(length).fill(OPEN);
  longer.set(limits);
  return longer;
}
