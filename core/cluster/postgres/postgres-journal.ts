// The shared journal in PostgreSQL. There is one session at a time, and `connect` opens the next one; statements without an
// answer are lost with the session before.

import { setTimeout } from "node:timers/promises";
import type { Holding } from "../ports/lease.ts";
import type { AppendOutcome, ConfirmedHead, ReadRows, SharedJournal } from "../ports/shared-journal.ts";
import type { BatchRow, Head } from "../records/batch-row.ts";
import { ANSWER_WITHIN_MS, Session, type SessionSettings } from "./postgres-session.ts";
import {
  appendStatement,
  confirmedStatement,
  headOf,
  readStatement,
  rowsReadOf,
  type Statement,
} from "./sql/postgres-statements.ts";
import { journalRole } from "./sql/session-setup.ts";
import { appendOutcome, type StatementAnswer } from "./sql/statement-outcomes.ts";

export interface PostgresJournalParts {
  readonly settings: SessionSettings;
  /** Called with the reason when no session could be opened; it is tried again. */
  readonly onTrouble: (trouble: Error) => void;
}

/** Pauses between attempts to open a session: the first one, and the longest. */
const PAUSE_MS = 20;
const PAUSE_MS_MAX = 500;
/** After this long without an attempt, the last session counts as a success. */
const LIVED_MS = 5_000;

export class PostgresJournal implements SharedJournal {
  readonly #parts: PostgresJournalParts;
  #session: Session | null = null;
  /** Rises with each `connect`: an earlier attempt then ends. */
  #attempt = 0;
  /** Grows while sessions fail, and starts over once one has appended or has lived for `LIVED_MS`. */
  #pauseMs = 0;
  /** Steady time of the last attempt. */
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: PostgresJournalParts) {
    this.#parts = parts;
  }

  connect(as: Holding, done: (timeline: number) => void): void {
    this.#session?.close();
    this.#session = null;
    void this.#open(as, ++this.#attempt, done);
  }

  append(row: BatchRow, behind: Head, by: Holding, done: (outcome: AppendOutcome) => void): void {
    this.#ask(appendStatement(row, behind, by), (said) => {
      const outcome = appendOutcome(said);
      if (outcome === "appended") this.#pauseMs = 0;
      done(outcome);
    });
  }

  rowsBehind(head: Head, done: (rows: ReadRows | null) => void): void {
    this.#ask(readStatement(head), (said) => {
      done(said.is === "done" && said.rows.length > 0 ? rowsReadOf(said.rows) : null);
    });
  }

  confirmedUpTo(batch: number, done: (stand: ConfirmedHead | null) => void): void {
    const timeline = this.#session?.timeline ?? 0;
    this.#ask(confirmedStatement(batch), (said) => {
      const columns = said.is === "done" ? said.rows[0] : undefined;
      done(columns === undefined ? null : { timeline, head: headOf(columns) });
    });
  }

  close(): void {
    this.#attempt++;
    this.#session?.close();
  }

  #ask(statement: Statement, done: (said: StatementAnswer) => void): void {
    if (this.#session === null) return queueMicrotask(() => done({ is: "lost" }));
    this.#session.ask(statement, this.#parts.settings.clock.steady() + ANSWER_WITHIN_MS, done);
  }

  async #open(as: Holding, attempt: number, done: (timeline: number) => void): Promise<void> {
    const { settings, onTrouble } = this.#parts;
    for (;;) {
      await this.#pause(settings.clock);
      if (attempt !== this.#attempt) return;
      const session = await Session.open(settings, journalRole(as)).catch((trouble) => {
        onTrouble(trouble);
        return null;
      });
      if (attempt !== this.#attempt) return session?.close();
      if (session === null) continue;
      this.#session = session;
      return done(session.timeline);
    }
  }

  async #pause(clock: SessionSettings["clock"]): Promise<void> {
    const passed = clock.steady() - this.#triedAt;
    if (passed >= LIVED_MS) this.#pauseMs = 0;
    if (passed < this.#pauseMs) await setTimeout(this.#pauseMs - passed);
    this.#triedAt = clock.steady();
    this.#pauseMs = Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, 2 * this.#pauseMs));
  }
}
