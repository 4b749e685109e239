// Numbers the frames of periodic topics. All topics of one cadence are published together, so they share a counter; those
// of candles have one per interval, since the end of a candle is a frame of its own. Streams 3.4 and 6.4.
//
// What comes less often than every second comes when venue time passes a whole multiple of its period: right after what
// the rules do on the same multiples, as premium samples and minutes.

import { RUNNING_INTERVALS, type RunningInterval } from "../statistics/running-candles.ts";
import { intervalBounds } from "../sums/candles.ts";
import type { Counter } from "./channel.ts";

const SECOND_MS = 1_000;

export class Schedule {
  readonly #cadences = new Map<number, { readonly counter: Counter; period: number }>();
  readonly #klines = new Map<RunningInterval, { readonly counter: Counter; start: number }>();

  /** @param cadences the periods of topics, in ms; whole seconds */
  constructor(cadences: Iterable<number>, now: number) {
    for (const ms of cadences) this.#cadences.set(ms, { counter: { count: 0 }, period: Math.floor(now / ms) });
    for (const interval of RUNNING_INTERVALS) {
      this.#klines.set(interval, { counter: { count: 0 }, start: intervalBounds(interval, now).start });
    }
  }

  cadence(ms: number): Counter {
    return this.#cadences.get(ms)!.counter;
  }

  kline(interval: RunningInterval): Counter {
    return this.#klines.get(interval)!.counter;
  }

  /**
   * One second later: advances what is due.
   * @returns the cadences that are due, and the intervals whose candle has ended since the last call
   */
  advance(now: number): { readonly due: ReadonlySet<number>; readonly ended: ReadonlySet<RunningInterval> } {
    const due = new Set<number>();
    for (const [ms, cadence] of this.#cadences) {
      const period = Math.floor(now / ms);
      if (ms > SECOND_MS && period === cadence.period) continue;
      cadence.period = period;
      cadence.counter.count += 1;
      due.add(ms);
    }
    const ended = new Set<RunningInterval>();
    for (const [interval, kline] of this.#klines) {
      const { start } = intervalBounds(interval, now);
      if (start !== kline.start) {
        kline.start = start;
        kline.counter.count += 1;
        ended.add(interval);
      }
      kline.counter.count += 1;
    }
    return { due, ended };
  }
}
