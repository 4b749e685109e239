// How a figure is made: what is measured and what it is held against take turns within one run, because machines differ
// and change their speed under load; each side's value is the median of its turns, and the ratio is of those medians.

/** One line of the result. */
export interface Figure {
  readonly name: string;
  /** Median of the runs. */
  readonly value: number;
  readonly unit: string;
  /** What the value is held against; "" for none. */
  readonly against: string;
  /** The median of what it is held against, in the same unit. */
  readonly reference: number;
  /** `value ÷ reference`. */
  readonly ratio: number;
  readonly runs: number;
  readonly min: number;
  readonly max: number;
}

export interface Settings {
  /** Small sizes and a single run: to see that a benchmark works, not how fast anything is. */
  readonly quick: boolean;
}

export interface Benchmark {
  readonly name: string;
  readonly about: string;
  /** Measures, and hands over each figure as it is known. */
  run(settings: Settings, report: (figure: Figure) => void): Promise<void>;
}

/** A measurement of one side: how many units per second, or whatever the figure's unit says. */
export type Measure = () => number | Promise<number>;

export interface Comparison {
  readonly runs: number;
  readonly ours: Measure;
  readonly theirs: Measure;
}

export interface Samples {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/** Lets both sides run in turn. The first turn of each is not counted: it compiles and fills caches. */
export async function inTurns({ runs, ours, theirs }: Comparison): Promise<Samples> {
  const samples = { ours: [] as number[], theirs: [] as number[] };
  await ours();
  await theirs();
  for (let run = 0; run < runs; run++) {
    samples.theirs.push(await theirs());
    samples.ours.push(await ours());
  }
  return samples;
}

export function figureOf(name: string, unit: string, against: string, { ours, theirs }: Samples): Figure {
  const value = median(ours);
  const reference = median(theirs);
  return {
    name,
    value,
    unit,
    against,
    reference,
    ratio: value / reference,
    runs: ours.length,
    min: Math.min(...ours),
    max: Math.max(...ours),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[(sorted.length >> 1) - 1] ?? upper) + upper) / 2;
}

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
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
