// Reports the state of history to the operator: in the log, as a condition that `/ready` and `/health` show, and as
// metrics. Trading goes on whatever happens to history.

import type { Logger } from "pino";
import type { HistoryProgress, RetentionReport } from "../../history/index.ts";
import type { Metrics } from "./metrics.ts";
import type { Condition } from "./readiness.ts";

/** The time between two log lines about history's progress. */
const LOG_MS = 5_000;

export class HistoryReport {
  readonly #log: Logger;
  readonly #metrics: Metrics["history"];
  readonly #condition: Condition;
  /** When the current progress began, or was last logged. */
  #loggedAt: number | undefined;
  /** Whether the log reported that history is behind: then it also reports when that is over. */
  #isLogged = false;
  #isHeldUp = false;

  constructor({ log, metrics, condition }: { log: Logger; metrics: Metrics; condition: Condition }) {
    this.#log = log;
    this.#metrics = metrics.history;
    this.#condition = condition;
  }

  readonly failed = (error: Error): void => {
    this.#log.error({ err: error }, "history has failed; trading goes on, and requests for history are refused");
    this.#condition.broken("history has failed; the log says why");
  };

  readonly restarted = (reason: string): void => {
    this.#log.error({ reason }, "the history thread has died and is being restarted; trading goes on");
    this.#condition.broken("the history thread has died and is started again");
    this.#metrics.restarts.add();
    this.#isHeldUp = false;
    this.#loggedAt = performance.now();
    this.#isLogged = true;
  };

  readonly rebuilt = (reason: string): void => {
    this.#log.warn({ reason }, "history is being rebuilt; trading goes on");
    this.#metrics.rebuilds.add();
    this.#loggedAt = performance.now();
    this.#isLogged = true;
  };

  readonly heldUp = (reason: string | null): void => {
    this.#isHeldUp = reason !== null;
    if (reason === null) {
      this.#log.info("history can be written again, and is catching up");
      return this.#condition.holds();
    }
    this.#log.error({ reason }, "history can't be written; it falls behind until it can");
    // Without the system's own message, which names paths.
    this.#condition.broken(`history can't be written: ${reason.replace(/ \(.*$/s, "")}`);
  };

  readonly progress = (progress: HistoryProgress): void => {
    if (progress.step === "done") return this.#done();
    const { step, done, of } = progress;
    const percent = of === 0 ? 0 : Math.floor((done / of) * 100);
    if (!this.#isHeldUp) this.#condition.broken(`history is ${step}, ${percent} % of ${of} ${UNIT[step]}`);
    if (step === "catching up") this.#metrics.lagCommands.set(of - done);
    const now = performance.now();
    this.#loggedAt ??= now;
    if (now - this.#loggedAt < LOG_MS) return;
    this.#loggedAt = now;
    this.#isLogged = true;
    this.#log.info({ done, of, percent }, `history is ${step}`);
  };

  readonly kept = ({ bytes, freeBytes, oldest }: RetentionReport): void => {
    this.#metrics.bytes.set(bytes);
    this.#metrics.freeBytes.set(freeBytes);
    this.#metrics.oldest.reset();
    for (const [table, at] of Object.entries(oldest)) this.#metrics.oldest.set({ table }, at / 1_000);
  };

  #done(): void {
    this.#metrics.lagCommands.set(0);
    if (!this.#isHeldUp) this.#condition.holds();
    if (this.#isLogged) this.#log.info("history has caught up");
    this.#loggedAt = undefined;
    this.#isLogged = false;
  }
}

const UNIT = { checking: "bytes", "catching up": "commands" } as const;
