// A session that is opened when something is asked, if PostgreSQL allows it: one after another, each as long as its
// connection lasts.

import { ANSWER_WITHIN_MS, Session, type SessionSettings } from "./postgres-session.ts";
import type { Statement } from "./sql/postgres-statements.ts";
import type { SessionRole } from "./sql/session-setup.ts";
import type { StatementAnswer } from "./sql/statement-outcomes.ts";

interface AskedSessionParts {
  readonly settings: SessionSettings;
  readonly role: SessionRole;
  /** Called with the reason when no session could be opened. */
  readonly onTrouble: (trouble: Error) => void;
}

export class LazySession {
  readonly #parts: AskedSessionParts;
  #session: Promise<Session | null> | null = null;
  #open: Session | null = null;
  #isClosed = false;

  constructor(parts: AskedSessionParts) {
    this.#parts = parts;
  }

  /** Asks statements one after the other. @param done with the answer to the last one asked, and the server's timeline */
  async ask(statements: readonly Statement[], done: (said: StatementAnswer, timeline: number) => void): Promise<void> {
    const { clock } = this.#parts.settings;
    const until = clock.steady() + ANSWER_WITHIN_MS;
    const session = await this.#opened();
    if (session === null || clock.steady() >= until) return done({ is: "lost" }, 0);
    const next = (i: number) =>
      session.ask(statements[i]!, until, (said) => {
        if (i + 1 < statements.length && said.is === "done") next(i + 1);
        else done(said, session.timeline);
      });
    next(0);
  }

  /** Closes once everything asked is answered or lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#session)?.end();
  }

  #opened(): Promise<Session | null> {
    if (this.#open?.isOpen === false) this.#session = this.#open = null;
    this.#session ??= this.#opening();
    return this.#session;
  }

  async #opening(): Promise<Session | null> {
    if (this.#isClosed) return null;
    const { settings, role, onTrouble } = this.#parts;
    try {
      this.#open = await Session.open(settings, role);
      return this.#open;
    } catch (error) {
      this.#session = null;
      onTrouble(error as Error);
      return null;
    }
  }
}
