// Beginnings of connections to one venue: one after the other, with the venue's distance between them.

export class ConnectSpacing {
  readonly #everyMs: number;
  #nextAt = 0;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Whether one may begin now; then the next may not before its time. @param now steady */
  begin(now: number): boolean {
    if (now < this.#nextAt) return false;
    this.#nextAt = now + this.#everyMs;
    return true;
  }
}
