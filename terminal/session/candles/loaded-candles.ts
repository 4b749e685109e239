// The candles of one market and interval: history and stream joined into one list. Candles that a lost connection or a lost
// frame may have hidden are read again, from the last candle known to be final.

import { Cell } from "../../cells/cell.ts";
import { Refreshing } from "../asking/refreshing.ts";
import type { CandleInterval } from "./candle-intervals.ts";
import { type Candle, type CandleChange, CandleList } from "./candle-list.ts";
import type { CandleSource } from "./candle-source.ts";

/** The most candles that the venue returns at once. */
const PAGE = 1_000;

export type CandlesState = "loading" | "live" | "failed";

export class Candles {
  readonly interval: CandleInterval;
  readonly state = new Cell<CandlesState>("loading");
  readonly #source: CandleSource;
  readonly #list: CandleList;
  readonly #latest: Refreshing;
  readonly #listeners = new Set<(change: CandleChange) => void>();
  #unfollow: (() => void) | undefined;
  /** All candles that begin before this time are final. */
  #finalUntil: number | undefined;
  /** How often candles may have been missed, and up to which of these misses they have been read since. */
  #misses = 1;
  #repaired = 0;
  #isReadingOlder = false;
  #isWhole = false;
  #isEnded = false;

  constructor(source: CandleSource, interval: CandleInterval) {
    this.interval = interval;
    this.#source = source;
    this.#list = new CandleList(interval);
    this.#latest = new Refreshing(() => this.#readLatest());
  }

  /** Oldest first, the running one last. */
  get all(): readonly Candle[] {
    return this.#list.all;
  }

  /** Whether the list begins with the market's very first candle. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  start(): void {
    this.#unfollow = this.#source.follow({ onCandle: (candle) => this.#live(candle), onMissed: () => this.#missed() });
    this.#latest.now();
  }

  end(): void {
    this.#isEnded = true;
    this.#unfollow?.();
    this.#latest.end();
    this.#listeners.clear();
  }

  /** @returns a function that stops it */
  listen(listener: (change: CandleChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads a page of candles before the first. After a failure, scrolling on requests it again. */
  async readOlder(): Promise<void> {
    const [first] = this.all;
    if (first === undefined || this.#isReadingOlder || this.#isWhole || this.#isEnded) return;
    this.#isReadingOlder = true;
    try {
      const run = await this.#source.history({ to: first.start, limit: PAGE });
      if (this.#isEnded) return;
      // If the list was restarted meanwhile, the answer says nothing about its beginning.
      if (this.all[0]?.start === first.start) this.#isWhole = run.length < PAGE;
      this.#notify(this.#list.takeRun(run, { reachesNow: false }));
    } catch {
      // The state of the connection is shown on the screen; scrolling on requests the page again.
    } finally {
      this.#isReadingOlder = false;
    }
  }

  async #readLatest(): Promise<void> {
    const misses = this.#misses;
    const from = this.#finalUntil;
    const first = this.all[0]?.start;
    try {
      const run = await this.#source.history({ from, limit: PAGE });
      if (this.#isEnded) return;
      const change = this.#list.takeRun(run, { reachesNow: true });
      if (first === undefined || this.all[0]?.start !== first) this.#isWhole = from === undefined && run.length < PAGE;
      this.#finalUntil = run.at(-1)?.start ?? from;
      this.#repaired = misses;
      this.state.set("live");
      this.#notify(change);
    } catch (error) {
      if (this.all.length === 0) this.state.set("failed");
      throw error;
    }
  }

  #live(candle: Candle): void {
    this.#notify(this.#list.takeOne(candle));
    // Before its first trade a market has no history.
    if (this.#list.hasHole && (this.all.length > 0 || candle.volume > 0)) this.#missed();
    // Unless something is missing, the previous frame was the last of the previous candle, which is now final.
    const isNext = this.#finalUntil !== undefined && candle.start > this.#finalUntil;
    if (isNext && this.#misses === this.#repaired) this.#finalUntil = candle.start;
  }

  #missed(): void {
    this.#misses += 1;
    this.#latest.now();
  }

  #notify(change: CandleChange | undefined): void {
    if (change !== undefined) for (const listener of this.#listeners) listener(change);
  }
}
