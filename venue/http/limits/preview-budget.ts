// The share that all previews together may take of the one thread that also takes orders: a tenth of each second. A preview
// over the budget waits for a moment, and is refused if that does not help. Each has its own turn of the event loop, so that
// orders never wait for more than one preview.

import { refusal } from "../../wire/api-error.ts";

/** Per second. */
const BUDGET_MS = 100;
/** A preview waits no longer than this, and no more than this many wait at once. */
const WAIT_MAX_MS = 500;
const WAITING_MAX = 64;

/** A clock in milliseconds that never goes backwards, with ways to wait. */
interface Time {
  now(): number;
  pass(ms: number): Promise<void>;
  /** Resolves once everything else that has arrived has had its turn. */
  nextTurn(): Promise<void>;
}

const machineTime: Time = {
  now: () => performance.now(),
  pass: (ms) => Bun.sleep(ms),
  nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
};

export class PreviewBudget {
  readonly #time: Time;
  #leftMs = BUDGET_MS;
  #at: number;
  #waiting = 0;
  /** Whether a preview has run in this turn. */
  #hasRun = false;

  constructor(time: Time = machineTime) {
    this.#time = time;
    this.#at = time.now();
  }

  /** Runs a preview when there is time for it. @throws {ApiError} -1003 when there is none soon */
  async run<T>(ask: () => T): Promise<T> {
    const begun = this.#time.now();
    while (this.#hasRun || this.#left() <= 0) {
      const isLate = this.#left() <= 0 && this.#time.now() - begun >= WAIT_MAX_MS;
      if (this.#waiting >= WAITING_MAX || isLate) throw overBudget();
      this.#waiting++;
      await (this.#leftMs > 0
        ? this.#time.nextTurn()
        : this.#time.pass(Math.ceil((-this.#leftMs * 1_000) / BUDGET_MS) + 1));
      this.#waiting--;
    }
    const before = this.#time.now();
    this.#hasRun = true;
    void this.#time.nextTurn().then(() => {
      this.#hasRun = false;
    });
    try {
      return ask();
    } finally {
      this.#leftMs -= this.#time.now() - before;
    }
  }

  /** What is left of the budget now; negative after a preview that took more than was left. */
  #left(): number {
    const now = this.#time.now();
    this.#leftMs = Math.min(BUDGET_MS, this.#leftMs + ((now - this.#at) * BUDGET_MS) / 1_000);
    this.#at = now;
    return this.#leftMs;
  }
}

function overBudget() {
  return refusal("rate_limit_exceeded", "previews of all callers have had their part of this second: ask again in one");
}
