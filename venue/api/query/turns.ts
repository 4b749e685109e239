// Work that is cut into pieces, so that orders are answered in between: a piece lasts about a millisecond.

const PIECE_MS = 1;

export class Turns {
  #startedAt = performance.now();

  /** Lets others go first when a piece has lasted long enough. */
  async yield(): Promise<void> {
    if (performance.now() - this.#startedAt < PIECE_MS) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#startedAt = performance.now();
  }
}
