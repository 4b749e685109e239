// How a figure is made. The measured side and its baseline take turns within one run, because machines differ and
// change speed under load. The value of each side is the median of its turns, and the ratio is the ratio of those
// medians.

import type { Budget } from "./budget.ts";
import type { Load } from "./load-options.ts";

/** One line of the results. */
export interface Figure {
  readonly name: string;
  /** The median of the samples. */
  readonly value: number;
  readonly unit: string;
  /** The name of the baseline; "" if there is none. */
  readonly against: string;
  /** The median of the baseline in the same unit; null if there is none. */
  readonly againstValue: number | null;
  /** `value ÷ againstValue`. */
  readonly ratio: number | null;
  /** The single measurements of which the value is the median. */
  readonly samples: readonly number[];
  /** The figure's target. Absent if the figure is only for information. */
  readonly budget?: Budget;
}

export interface Settings {
  /** Small sizes and a single run: enough to show that a benchmark works, but not how fast anything is. */
  readonly quick: boolean;
  /** The benchmark's own load, with the user's values in it. */
  readonly load: Load;
}

export interface Benchmark {
  readonly name: string;
  /** What its main figure measures, in a few words. */
  readonly about: string;
  /** The load that it makes. Only the options that are named here can be set for it. */
  readonly load?: Partial<Load>;
  /** The parts of the load that are smaller in a quick run. */
  readonly quickLoad?: Partial<Load>;
  /** It takes long, and so it runs only when it is named. */
  readonly onRequest?: boolean;
  /**
   * Measures, and reports each figure as soon as it is known.
   * @param note a remark to print below the table: what limits the result, or what else was observed
   */
  run(settings: Settings, report: (figure: Figure) => void, note: (text: string) => void): Promise<void>;
}

/** A measurement of one side, in units per second or in the figure's own unit. */
export type Measure = () => number | Promise<number>;

export interface Comparison {
  readonly runs: number;
  readonly ours: Measure;
  readonly theirs: Measure;
  /** Runs before each turn of both sides, to make what both will be measured with. */
  readonly prepare?: () => void;
  /** Both sides have already run under this load, so every turn counts. */
  readonly warm?: boolean;
}

export interface Samples {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/**
 * Runs both sides in turn. Unless they are warm, the first turn is not counted, because code is compiled and caches are
 * filled during it.
 */
export async function inTurns({ runs, ours, theirs, prepare, warm = false }: Comparison): Promise<Samples> {
  const samples = { ours: [] as number[], theirs: [] as number[] };
  if (!warm) {
    prepare?.();
    await ours();
    await theirs();
  }
  for (let run = 0; run < runs; run++) {
    prepare?.();
    samples.theirs.push(await theirs());
    samples.ours.push(await ours());
  }
  return samples;
}

/** A figure with another measurement as its baseline, or a number (`theirs: [number]`). */
export function figureOf(
  name: string,
  unit: string,
  against: string,
  { ours, theirs }: Samples,
  budget?: Budget,
): Figure {
  const againstValue = median(theirs);
  const value = median(ours);
  const figure = { name, value, unit, against, againstValue, ratio: value / againstValue, samples: ours };
  return budget === undefined ? figure : { ...figure, budget };
}

/** A figure that is compared with nothing except its budget. */
export function figureAlone(name: string, unit: string, samples: readonly number[], budget?: Budget): Figure {
  const figure = { name, value: median(samples), unit, against: "", againstValue: null, ratio: null, samples };
  return budget === undefined ? figure : { ...figure, budget };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? upper) + upper) / 2;
}

/** The value below which the given share of the values lie. */
export function quantile(values: readonly number[] | Float64Array, share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * The rate of `work`, which does `count` units, in units per second. The garbage is collected first, so that no run
 * pays for the one before.
 */
export function perSecond(count: number, work: () => void): number {
  Bun.gc(true);
  const startedAt = performance.now();
  work();
  return (count / (performance.now() - startedAt)) * 1_000;
}
