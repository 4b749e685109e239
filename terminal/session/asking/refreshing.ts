// Reads something from the venue repeatedly: when a report says that it has changed, and optionally at intervals. Never two
// reads at once; after failures it retries with growing pauses.

const PAUSE_MAX_MS = 10_000;

export class Refreshing {
  readonly #read: () => Promise<void>;
  readonly #everyMs: number | undefined;
  #isReading = false;
  #isWanted = false;
  #isEnded = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param everyMs interval in milliseconds; when absent, reads only on request */
  constructor(read: () => Promise<void>, everyMs?: number) {
    this.#read = read;
    this.#everyMs = everyMs;
  }

  /** Reads at once; if a read is in progress, reads once more after it, because that one may have been too early. */
  now(): void {
    if (this.#isEnded) return;
    this.#isWanted = true;
    if (!this.#isReading) void this.#run();
  }

  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isReading = true;
    while (this.#isWanted && !this.#isEnded) {
      this.#isWanted = false;
      try {
        await this.#read();
        this.#failures = 0;
      } catch {
        // The connection's own state shows when the venue is down, and a refusal will be repeated the next time.
        this.#failures += 1;
      }
    }
    this.#isReading = false;
    this.#later();
  }

  #later(): void {
    const pauseMs = this.#failures > 0 ? Math.min(500 * 2 ** this.#failures, PAUSE_MAX_MS) : this.#everyMs;
    if (pauseMs === undefined || this.#isEnded) return;
    this.#timer = setTimeout(() => this.now(), pauseMs);
  }
}
