// A span of venue time between two multiples of a period, and the markets that have moved in it.

export class PublicationPeriod {
  readonly #ms: number;
  readonly #markets = new Set<number>();
  #endsAt = Number.POSITIVE_INFINITY;

  constructor(ms: number) {
    this.#ms = ms;
  }

  get markets(): ReadonlySet<number> {
    return this.#markets;
  }

  /** Infinity until a market moves. */
  get endsAt(): number {
    return this.#endsAt;
  }

  moved(market: number, at: number): void {
    if (this.#markets.size === 0) this.#endsAt = at - (at % this.#ms) + this.#ms;
    this.#markets.add(market);
  }

  /** Ends the span. @returns the markets that moved in it */
  end(): number[] {
    const moved = [...this.#markets];
    this.#markets.clear();
    this.#endsAt = Number.POSITIVE_INFINITY;
    return moved;
  }
}
