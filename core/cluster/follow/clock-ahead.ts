// How far this node's wall clock is ahead of the database's, as far as that can be measured: the server's clock was read
// between a question and its answer. An offset that fits all readings is believed, until a later reading contradicts it:
// then a clock was set, or has drifted.

/** When a question was sent and its answer came, by the wall clock, and what the server's clock showed in between. */
export interface ClockReading {
  readonly sentAt: number;
  readonly cameAt: number;
  readonly server: number;
}

export class ClockAhead {
  /** The bounds of the offset in milliseconds, if no clock was set. */
  #within: readonly [least: number, most: number] | null = null;

  /** In milliseconds, the middle of the bounds; null before the first reading. */
  get ms(): number | null {
    return this.#within === null ? null : Math.round((this.#within[0] + this.#within[1]) / 2);
  }

  read({ sentAt, cameAt, server }: ClockReading): void {
    // This clock was set in between.
    if (cameAt < sentAt) return;
    const now = [sentAt - server, cameAt - server] as const;
    const [least, most] = this.#within ?? now;
    const both = [Math.max(least, now[0]), Math.min(most, now[1])] as const;
    this.#within = both[0] <= both[1] ? both : now;
  }
}

/** The median of how far clocks are ahead: of an even number, the mean of the two in the middle. */
export function middleOf(aheadMs: readonly number[]): number {
  const sorted = aheadMs.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted[Math.floor(sorted.length / 2)]!];
  return (low + high) / 2;
}
