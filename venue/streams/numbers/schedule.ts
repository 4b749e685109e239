// Numbers the frames of periodic topics. All topics of one cadence are published together, so they share a counter;
// candles have one per interval, because the end of a candle is a frame of its own. Streams 3.4 and 6.4.
//
// Topics with periods above a second are published when venue time passes a multiple of the period: right after what
// the rules do on the same multiples, such as premium samples and minutes.

import { RUNNING_INTERVALS, type RunningInterval } from "../../statistics/running-candles.ts";
import { intervalBounds } from "../../sums/candle-sums.ts";
import type { Counter } from "./counter.ts";

export const SECOND_MS = 1_000;

export interface DueFrames {
  /** In ms. */
  readonly cadences: ReadonlySet<number>;
  /** The intervals whose candle has ended. */
  readonly ended: ReadonlySet<RunningInterval>;
}

export interface WrittenSchedule {
  /** The venue time of the last second that was counted. */
  readonly second: number;
  readonly cadences: Readonly<Record<string, number>>;
  readonly klines: Readonly<Record<string, number>>;
}

export class Schedule {
  readonly #cadences = new Map<number, Counter>();
  readonly #klines = new Map<RunningInterval, Counter>();
  #second: number;

  /** @param cadences the topics' periods in ms, whole seconds. @param written the saved state; counts start at 0 without it */
  constructor(cadences: Iterable<number>, now: number, written?: WrittenSchedule) {
    this.#second = written?.second ?? secondOf(now);
    for (const ms of cadences) this.#cadences.set(ms, { count: written?.cadences[ms] ?? 0 });
    for (const interval of RUNNING_INTERVALS) this.#klines.set(interval, { count: written?.klines[interval] ?? 0 });
  }

  written(): WrittenSchedule {
    return { second: this.#second, cadences: countsOf(this.#cadences), klines: countsOf(this.#klines) };
  }

  cadence(ms: number): Counter {
    return this.#cadences.get(ms)!;
  }

  kline(interval: RunningInterval): Counter {
    return this.#klines.get(interval)!;
  }

  /** @returns what is due if a second has begun since the last one counted, otherwise undefined */
  advance(now: number): DueFrames | undefined {
    if (now < this.#second + SECOND_MS) return undefined;
    const before = this.#second;
    this.#second = secondOf(now);
    const due = new Set<number>();
    for (const [ms, counter] of this.#cadences) {
      if (Math.floor(this.#second / ms) === Math.floor(before / ms)) continue;
      counter.count += 1;
      due.add(ms);
    }
    const ended = new Set<RunningInterval>();
    for (const [interval, counter] of this.#klines) {
      const hasEnded = intervalBounds(interval, this.#second).start !== intervalBounds(interval, before).start;
      if (hasEnded) ended.add(interval);
      counter.count += hasEnded ? 2 : 1;
    }
    return { cadences: due, ended };
  }
}

function secondOf(now: number): number {
  return now - (now % SECOND_MS);
}

function countsOf(counters: ReadonlyMap<unknown, Counter>): Record<string, number> {
  return Object.fromEntries(Array.from(counters, ([key, { count }]) => [String(key), count]));
}
