// Counts requests in a sliding window, exactly: request n+1 inside any window of the stated length is refused, and a
// refused one does not count. Errors 6. The times of the last n accepted requests are kept in a ring that grows up to
// n; the oldest of them alone decides.

export class SlidingWindow {
  readonly #count: number;
  readonly #lengthMs: number;
  #times: Float64Array;
  // The next place to write. Until the ring has grown to `count`, `#used` says how much of it is filled.
  #next = 0;
  #used = 0;

  /** @param count requests per window of `lengthMs` */
  constructor(count: number, lengthMs: number) {
    this.#count = count;
    this.#lengthMs = lengthMs;
    this.#times = new Float64Array(Math.min(count, 8));
  }

  /** Counts `requests` at `now`, all or none. Times never go backwards. */
  take(now: number, requests = 1): boolean {
    if (requests > this.#count) return false;
    if (requests > 0 && this.#nthFreeAt(requests) > now) return false;
    for (let i = 0; i < requests; i++) this.#push(now);
    return true;
  }

  /** How many more requests would be accepted at `now`. */
  remaining(now: number): number {
    // The taken ones are the newest, so that a binary search finds how many are older than the window.
    let low = 0;
    let high = this.#used;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#at(middle) + this.#lengthMs <= now) low = middle + 1;
      else high = middle;
    }
    return this.#count - (this.#used - low);
  }

  /** When so many further requests are accepted; in the past if they are accepted now. At most `count` of them. */
  freeAt(requests = 1): number {
    return this.#nthFreeAt(Math.min(requests, this.#count));
  }

  /** When everything counted has left the window. */
  idleFrom(): number {
    return this.#used === 0 ? Number.NEGATIVE_INFINITY : this.#at(this.#used - 1) + this.#lengthMs;
  }

  // With `used` of `count` places taken, the nth further request must wait for the (used + n - count)th oldest.
  #nthFreeAt(n: number): number {
    const blocking = this.#used + n - this.#count - 1;
    return blocking < 0 ? Number.NEGATIVE_INFINITY : this.#at(blocking) + this.#lengthMs;
  }

  /** The ith oldest time. */
  #at(i: number): number {
    const size = this.#times.length;
    return this.#times[(this.#next - this.#used + i + size) % size]!;
  }

  #push(now: number): void {
    if (this.#used === this.#times.length && this.#used < this.#count) this.#grow();
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % this.#times.length;
    if (this.#used < this.#times.length) this.#used++;
  }

  #grow(): void {
    const grown = new Float64Array(Math.min(this.#count, this.#times.length * 4));
    for (let i = 0; i < this.#used; i++) grown[i] = this.#at(i);
    this.#times = grown;
    this.#next = this.#used;
  }
}
