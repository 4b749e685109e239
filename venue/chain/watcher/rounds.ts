// Schedules rounds, one at a time: at once while there is more to read, after a pause when there is not, and after ever
// longer pauses while rounds fail.

const PAUSE_MAX_MS = 60_000;

export class Rounds {
  readonly #pollMs: number;
  readonly #round: () => Promise<"again" | "later" | "failed">;
  #running: Promise<void> | null = null;
  #isStopped = false;
  /** Something happened during the round: the next one follows at once. */
  #isWoken = false;
  #endPause: () => void = () => {};
  /** Failed rounds in a row. */
  failures = 0;

  /** @param round never rejects */
  constructor(pollMs: number, round: () => Promise<"again" | "later" | "failed">) {
    this.#pollMs = pollMs;
    this.#round = round;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  wake(): void {
    this.#isWoken = true;
    this.#endPause();
  }

  /** Resolves when the round that is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endPause();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#isWoken = false;
      const outcome = await this.#round();
      this.failures = outcome === "failed" ? this.failures + 1 : 0;
      if (outcome !== "again" && !this.#isWoken && !this.#isStopped) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    const pause = Math.min(this.#pollMs * 2 ** Math.min(this.failures, 16), PAUSE_MAX_MS);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
