// Spaces the starts of connections to one venue, with the interval that the venue requires.

export class ConnectSpacing {
  readonly #everyMs: number;
  #nextAt = 0;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /**
   * Whether a connection may start now; if so, the next may not start before the interval is over.
   * @param now by the steady clock
   */
  begin(now: number): boolean {
    if (now < this.#nextAt) return false;
    this.#nextAt = now + this.#everyMs;
    return true;
  }
}
