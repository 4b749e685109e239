// Counts requests in a sliding window, exactly: request n+1 inside any window of the stated length is refused, and a
// refused one does not count. Errors 6. The times of the accepted requests inside the window are kept in a ring that
// grows up to n; only the oldest of them matters.

export class SlidingWindow {
  readonly #count: number;
  readonly #lengthMs: number;
  #times: Float64Array;
  /** Index of the oldest time, and the number of times from there on. */
  #oldest = 0;
  #used = 0;
  #newestAt = Number.NEGATIVE_INFINITY;

  /** @param count requests per window of `lengthMs` */
  constructor(count: number, lengthMs: number) {
    this.#count = count;
    this.#lengthMs = lengthMs;
    this.#times = new Float64Array(Math.min(count, 8));
  }

  /** Counts `requests` at `now`, all or none. Times never go backwards. */
  take(now: number, requests = 1): boolean {
    this.#forget(now);
    if (this.#used + requests > this.#count) return false;
    for (let i = 0; i < requests; i++) this.#push(now);
    return true;
  }

  /** How many more requests would be accepted at `now`, which is not before the time of any earlier call. */
  remaining(now: number): number {
    this.#forget(now);
    return this.#count - this.#used;
  }

  /** When this many further requests are accepted; in the past if they are accepted now. At most `count` of them count. */
  freeAt(requests = 1): number {
    // With `used` of `count` slots taken, the nth further request must wait for the (used + n - count)th oldest.
    const blocking = this.#used + Math.min(requests, this.#count) - this.#count - 1;
    return blocking < 0 ? Number.NEGATIVE_INFINITY : this.#at(blocking) + this.#lengthMs;
  }

  /** When everything counted has left the window. */
  idleFrom(): number {
    return this.#newestAt + this.#lengthMs;
  }

  /** Drops the times that have left the window. Each is dropped once, so a request costs the same whatever the limit. */
  #forget(now: number): void {
    const times = this.#times;
    while (this.#used > 0 && times[this.#oldest]! + this.#lengthMs <= now) {
      this.#oldest = this.#oldest + 1 === times.length ? 0 : this.#oldest + 1;
      this.#used--;
    }
  }

  /** The index of the ith oldest time. */
  #placeOf(i: number): number {
    const place = this.#oldest + i;
    return place < this.#times.length ? place : place - this.#times.length;
  }

  #at(i: number): number {
    return this.#times[this.#placeOf(i)]!;
  }

  #push(now: number): void {
    if (this.#used === this.#times.length) this.#grow();
    this.#times[this.#placeOf(this.#used)] = now;
    this.#used++;
    this.#newestAt = now;
  }

  #grow(): void {
    const grown = new Float64Array(Math.min(this.#count, this.#times.length * 4));
    for (let i = 0; i < this.#used; i++) grown[i] = this.#at(i);
    this.#times = grown;
    this.#oldest = 0;
  }
}
