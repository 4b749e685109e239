// A distribution of durations, in the runtime's own HDR histogram: accurate to a hundredth, in constant memory.

import { createHistogram } from "node:perf_hooks";

export class Latencies {
  readonly #micros = createHistogram({ figures: 2 });

  add(ms: number): void {
    this.#micros.record(Math.max(1, Math.ceil(ms * 1_000)));
  }

  /** In milliseconds, with two digits; 0 without values. @param share above 0, up to 1 */
  quantile(share: number): number {
    return Number((this.#micros.percentile(share * 100) / 1_000).toPrecision(2));
  }

  text(): string {
    const quantile = (share: number) => `${this.quantile(share)} ms`;
    return `${this.#micros.count} calls, half within ${quantile(0.5)}, 99 of 100 within ${quantile(0.99)}, the slowest ${quantile(1)}`;
  }
}
