// The venue's time as the client knows it. A signature is valid for 300 s around the venue's clock (errors 4), and a sandbox
// may be hours ahead of the machine, so the clock learns from the time of every answer.

export class VenueClock {
  #offsetMs = 0;
  #toleranceMs = Number.POSITIVE_INFINITY;

  /** How far the venue's clock is ahead of this machine's, in milliseconds. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** The venue's time in whole milliseconds. */
  now(): number {
    return Math.round(Date.now() + this.#offsetMs);
  }

  /**
   * Learns from the time of one answer. The answer was stamped between sending and receiving, so it gives the offset to within
   * half the round trip; it replaces the known offset when it is tighter, or when both can't be true (a clock was moved).
   */
  learn(answer: { venueTimeMs: number; sentAtMs: number; receivedAtMs: number }): void {
    const toleranceMs = (answer.receivedAtMs - answer.sentAtMs) / 2;
    const offsetMs = answer.venueTimeMs - (answer.sentAtMs + answer.receivedAtMs) / 2;
    const contradicts = Math.abs(offsetMs - this.#offsetMs) > toleranceMs + this.#toleranceMs;
    if (toleranceMs > this.#toleranceMs && !contradicts) return;
    this.#offsetMs = offsetMs;
    this.#toleranceMs = toleranceMs;
  }
}
