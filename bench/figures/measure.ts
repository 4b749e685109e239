// How a figure is made: what is measured and what it is held against take turns within one run, because machines differ
// and change their speed under load; each side's value is the median of its turns, and the ratio is of those medians.

import type { Budget } from "./budget.ts";
import type { Load } from "./load-options.ts";

/** One line of the result. */
export interface Figure {
  readonly name: string;
  /** Median of the samples. */
  readonly value: number;
  readonly unit: string;
  /** What the value is held against; "" for nothing. */
  readonly against: string;
  /** The median of what it is held against, in the same unit; null for nothing. */
  readonly againstValue: number | null;
  /** `value ÷ againstValue`. */
  readonly ratio: number | null;
  /** The single measurements whose median the value is. */
  readonly samples: readonly number[];
  /** What the figure is meant to be; absent when it is there to be known only. */
  readonly budget?: Budget;
}

export interface Settings {
  /** Small sizes and a single run: to see that a benchmark works, not how fast anything is. */
  readonly quick: boolean;
  /** The benchmark's own load, with what the user asked for in its place. */
  readonly load: Load;
}

export interface Benchmark {
  readonly name: string;
  /** What one of its figures counts, in a few words. */
  readonly about: string;
  /** The load that it makes; the options that are named here can be set for it. */
  readonly load?: Partial<Load>;
  /** What of it is smaller in a quick run. */
  readonly quickLoad?: Partial<Load>;
  /** Takes long: runs only when it is named. */
  readonly onRequest?: boolean;
  /**
   * Measures, and hands over each figure as it is known.
   * @param note a remark that belongs below the table: what limits, what was seen besides
   */
  run(settings: Settings, report: (figure: Figure) => void, note: (text: string) => void): Promise<void>;
}

/** A measurement of one side: how many units per second, or whatever the figure's unit says. */
export type Measure = () => number | Promise<number>;

export interface Comparison {
  readonly runs: number;
  readonly ours: Measure;
  readonly theirs: Measure;
  /** Before each turn of both sides: makes what both will be measured with. */
  readonly prepare?: () => void;
  /** Both have run under this very load already, so that every turn counts. */
  readonly warm?: boolean;
}

export interface Samples {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/** Lets both sides run in turn. Unless they are warm, the first turn is not counted: it compiles and fills caches. */
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

/** A figure held against another measurement, or against a number (`theirs: [number]`). */
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

/** A figure that is held against nothing but its budget. */
export function figureAlone(name: string, unit: string, samples: readonly number[], budget?: Budget): Figure {
  const figure = { name, value: median(samples), unit, against: "", againstValue: null, ratio: null, samples };
  return budget === undefined ? figure : { ...figure, budget };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? upper) + upper) / 2;
}

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[] | Float64Array, share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Units per second of `count` units done by `work`. The heap is cleaned before, so that no run pays for the last. */
export function perSecond(count: number, work: () => void): number {
  Bun.gc(true);
  const startedAt = performance.now();
  work();
  return (count / (performance.now() - startedAt)) * 1_000;
}
