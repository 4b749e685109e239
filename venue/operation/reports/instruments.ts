// Counters and histograms that are cheap to use: an observation takes a few nanoseconds, and Prometheus' text format is
// made only on request. A label's values are resolved once, when the instrument is made.

import { Counter, Histogram, type Registry } from "prom-client";

/** One counter with its labels fixed. */
export class LabelledCounter {
  count = 0;

  add(n = 1): void {
    this.count += n;
  }
}

/** Counters with one name and different label values. The set of label values is small and grows only by `of`. */
export class TallyFamily {
  readonly #byLabels = new Map<string, { readonly labels: Record<string, string>; readonly tally: LabelledCounter }>();

  constructor(registry: Registry, name: string, help: string, labelNames: readonly string[]) {
    const family = this;
    new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        this.reset();
        for (const { labels, tally } of family.#byLabels.values()) this.inc(labels, tally.count);
      },
    });
  }

  /** The counter with these label values, made on first use. Keep a reference where it is used often. */
  of(labels: Record<string, string> = {}): LabelledCounter {
    const key = Object.values(labels).join("\u0000");
    const found = this.#byLabels.get(key);
    if (found !== undefined) return found.tally;
    const tally = new LabelledCounter();
    this.#byLabels.set(key, { labels, tally });
    return tally;
  }
}

/** One histogram with its labels fixed: how many observations fell at or below each bound. */
export class Distribution {
  readonly counts: Float64Array;
  sum = 0;
  count = 0;

  /** @param bounds ascending upper bounds, in the unit that `observe` is given */
  constructor(readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let low = 0;
    let high = this.bounds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (value <= this.bounds[middle]!) high = middle;
      else low = middle + 1;
    }
    this.counts[low]! += 1;
    this.sum += value;
    this.count += 1;
  }
}

interface ExportedValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly sharedLabels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Histograms with one name and different label values. */
export class DistributionFamily extends Histogram {
  readonly #members: { readonly labels: Record<string, string>; readonly distribution: Distribution }[] = [];
  readonly #name: string;
  readonly #help: string;
  readonly #scale: number;

  /** @param options.scale the observed unit in exported units: 0.001 for milliseconds shown as seconds */
  constructor(
    registry: Registry,
    options: {
      readonly name: string;
      readonly help: string;
      readonly labelNames: readonly string[];
      readonly scale: number;
    },
  ) {
    super({ name: options.name, help: options.help, labelNames: [...options.labelNames], registers: [registry] });
    this.#name = options.name;
    this.#help = options.help;
    this.#scale = options.scale;
  }

  with(bounds: readonly number[], labels: Record<string, string> = {}): Distribution {
    const distribution = new Distribution(bounds);
    this.#members.push({ labels, distribution });
    return distribution;
  }

  /** Called by the registry, and by the library's own `get`. */
  async getForPromString(): Promise<unknown> {
    const values = this.#members.flatMap(({ labels, distribution }) => this.#valuesOf(labels, distribution));
    return { name: this.#name, help: this.#help, type: "histogram", aggregator: "sum", values };
  }

  #valuesOf(labels: Record<string, string>, distribution: Distribution): ExportedValue[] {
    const values: ExportedValue[] = [];
    let atOrBelow = 0;
    for (let i = 0; i < distribution.counts.length; i++) {
      atOrBelow += distribution.counts[i]!;
      const bound = distribution.bounds[i];
      const le = bound === undefined ? "+Inf" : Number((bound * this.#scale).toPrecision(12));
      values.push({ metricName: `${this.#name}_bucket`, labels: { le }, sharedLabels: labels, value: atOrBelow });
    }
    values.push({
      metricName: `${this.#name}_sum`,
      labels: {},
      sharedLabels: labels,
      value: distribution.sum * this.#scale,
    });
    values.push({ metricName: `${this.#name}_count`, labels: {}, sharedLabels: labels, value: distribution.count });
    return values;
  }
}

/** One value of a metric. */
interface Measured {
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  readonly value: number;
}

/** A metric's values, one for each set of labels; none where it is not measured here. */
export async function figuresOf(registry: Registry, name: string): Promise<readonly Measured[]> {
  const metric = registry.getSingleMetric(name);
  return metric === undefined ? [] : ((await metric.get()).values as readonly Measured[]);
}
