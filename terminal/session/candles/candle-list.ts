// The candles of a market in order and without gaps, merged from history answers and frames of the running candle in any
// order. Of two states of one candle, the later has the larger volume, because trades are never undone; so neither order nor
// repetition matters. Candles beyond a gap wait until the gap is filled.

import { type CandleInterval, startBeside } from "./candle-intervals.ts";

export interface Candle {
  /** Start of the candle, in milliseconds since 1970. */
  readonly start: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base currency. */
  readonly volume: number;
  /** In USDC. */
  readonly amount: number;
}

export interface CandleChange {
  /** Index of the first candle that changed or was added. */
  readonly from: number;
  /** How many candles were added before the former first one. */
  readonly older: number;
}

export class CandleList {
  readonly #interval: CandleInterval;
  #candles: Candle[] = [];
  /** By start: candles separated from the list by a gap. */
  readonly #apart = new Map<number, Candle>();

  constructor(interval: CandleInterval) {
    this.#interval = interval;
  }

  /** Oldest first. The array is replaced, never modified. */
  get all(): readonly Candle[] {
    return this.#candles;
  }

  /** Whether newer candles wait for missing ones in between. */
  get hasHole(): boolean {
    const last = this.#candles.at(-1);
    if (last === undefined) return this.#apart.size > 0;
    for (const start of this.#apart.keys()) if (start > last.start) return true;
    return false;
  }

  /** Merges a state of one candle. @returns undefined when nothing in the list changes */
  takeOne(candle: Candle): CandleChange | undefined {
    return this.#take([candle]);
  }

  /**
   * Merges an answer of the history, which has no gaps.
   * @param reachesNow whether it ends with the running candle: then it replaces a list that it does not adjoin
   */
  takeRun(run: readonly Candle[], { reachesNow }: { readonly reachesNow: boolean }): CandleChange | undefined {
    const [first] = run;
    if (first === undefined) return undefined;
    const last = this.#candles.at(-1);
    const isApart = last === undefined || first.start > startBeside(this.#interval, last.start, 1);
    if (!reachesNow || !isApart) return this.#take(run);
    this.#candles = run.map((candle) => laterOf(this.#apart.get(candle.start), candle));
    for (const { start } of run) this.#apart.delete(start);
    this.#join();
    return { from: 0, older: 0 };
  }

  #take(run: readonly Candle[]): CandleChange | undefined {
    const before = this.#candles;
    let from = before.length;
    let changed: Candle[] | undefined;
    for (const candle of run) {
      const place = this.#placeOf(candle.start);
      const known = place === undefined ? undefined : before[place];
      if (place === undefined || known === undefined) {
        this.#apart.set(candle.start, laterOf(this.#apart.get(candle.start), candle));
        continue;
      }
      if (candle.volume < known.volume || isSame(candle, known)) continue;
      changed ??= [...before];
      changed[place] = candle;
      from = Math.min(from, place);
    }
    if (changed !== undefined) this.#candles = changed;
    const older = this.#join();
    if (older > 0) return { from: 0, older };
    return from < this.#candles.length ? { from, older } : undefined;
  }

  /** The index of the candle with this start; undefined if there is none. */
  #placeOf(start: number): number | undefined {
    let low = 0;
    let high = this.#candles.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.#candles[middle]!.start;
      if (at === start) return middle;
      if (at < start) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Moves waiting candles that now adjoin into the list. @returns how many were added before the first */
  #join(): number {
    const [first] = this.#candles;
    const last = this.#candles.at(-1);
    if (first === undefined || last === undefined || this.#apart.size === 0) return 0;
    const older = this.#taken(first.start, -1).reverse();
    const newer = this.#taken(last.start, 1);
    if (older.length + newer.length > 0) this.#candles = [...older, ...this.#candles, ...newer];
    return older.length;
  }

  /** Removes and returns the waiting candles that adjoin a start, one after the other. */
  #taken(beside: number, step: 1 | -1): Candle[] {
    const taken: Candle[] = [];
    for (let start = startBeside(this.#interval, beside, step); ; start = startBeside(this.#interval, start, step)) {
      const candle = this.#apart.get(start);
      if (candle === undefined) return taken;
      this.#apart.delete(start);
      taken.push(candle);
    }
  }
}

function laterOf(known: Candle | undefined, candle: Candle): Candle {
  return known !== undefined && known.volume > candle.volume ? known : candle;
}

function isSame(a: Candle, b: Candle): boolean {
  return a.volume === b.volume && a.close === b.close && a.high === b.high && a.low === b.low && a.open === b.open;
}
