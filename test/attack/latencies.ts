// How long things took, in buckets that grow by a tenth: as exact as anybody needs, however long it goes on.

const GROWTH = 1.1;

export class Latencies {
  readonly #buckets = new Map<number, number>();
  #count = 0;

  add(ms: number): void {
    const bucket = Math.ceil(Math.log(Math.max(ms, 0.1)) / Math.log(GROWTH));
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1);
    this.#count++;
  }

  /** In milliseconds, rounded up to a bucket's end; 0 for none. @param share from 0 to 1 */
  quantile(share: number): number {
    let left = Math.max(1, share * this.#count);
    for (const [bucket, count] of [...this.#buckets].toSorted(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return Number((GROWTH ** bucket).toPrecision(2));
    }
    return 0;
  }

  text(): string {
    const of = (share: number) => `${this.quantile(share)} ms`;
    return `${this.#count} calls, half within ${of(0.5)}, 99 of 100 within ${of(0.99)}, the slowest ${of(1)}`;
  }
}
