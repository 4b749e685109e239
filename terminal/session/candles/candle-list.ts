// The candles of a market in order, without a hole, from whatever the venue said of them in whatever order it came:
// answers about the past and frames of the running candle. Of two states of one candle the later has the larger volume, for
// nothing is ever untraded; so it does not matter which comes first, or how often. What lies beyond a hole waits until the
// hole is filled.

import { type CandleInterval, startBeside } from "./candle-intervals.ts";

export interface Candle {
  /** In milliseconds since 1970. */
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
  /** Place of the first candle that changed or came to be. */
  readonly from: number;
  /** How many came to be before what was the first. */
  readonly older: number;
}

export class CandleList {
  readonly #interval: CandleInterval;
  #candles: Candle[] = [];
  /** By start: what has a hole between itself and the list. */
  readonly #apart = new Map<number, Candle>();

  constructor(interval: CandleInterval) {
    this.#interval = interval;
  }

  /** Oldest first. Replaced, never changed. */
  get all(): readonly Candle[] {
    return this.#candles;
  }

  /** Whether something newer waits for what is missing in between. */
  get hasHole(): boolean {
    const last = this.#candles.at(-1);
    if (last === undefined) return this.#apart.size > 0;
    for (const start of this.#apart.keys()) if (start > last.start) return true;
    return false;
  }

  /** A state of one candle. @returns undefined when nothing changes in the list */
  takeOne(candle: Candle): CandleChange | undefined {
    return this.#take([candle]);
  }

  /**
   * An answer of history, which has no holes.
   * @param reachesNow whether it ends with the running candle: then it counts more than a list that it does not touch
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

  /** The place of a start among the candles; undefined outside. */
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

  /** Takes in what waited and now adjoins. @returns how many came before the first */
  #join(): number {
    const [first] = this.#candles;
    const last = this.#candles.at(-1);
    if (first === undefined || last === undefined || this.#apart.size === 0) return 0;
    const older = this.#taken(first.start, -1).reverse();
    const newer = this.#taken(last.start, 1);
    if (older.length + newer.length > 0) this.#candles = [...older, ...this.#candles, ...newer];
    return older.length;
  }

  /** Out of what waits, one beside the other from a start. */
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
