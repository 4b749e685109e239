// Cuts work into pieces of about a millisecond, so that orders are answered in between.

const PIECE_MS = 1;

export class WorkSlices {
  #startedAt = performance.now();

  /** Lets other work run once the current piece has lasted long enough. */
  async yield(): Promise<void> {
    if (performance.now() - this.#startedAt < PIECE_MS) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#startedAt = performance.now();
  }
}
