// The lease in PostgreSQL, over a session of its own: the journal's is ended now and then with all that it holds. There is one
// when something is asked, if PostgreSQL lets it be opened.

import type { Holding, Lease, LeaseRow, Seen } from "../ports/lease.ts";
import type { Head } from "../records/batch-row.ts";
import type { NodeId } from "../records/term.ts";
import { ANSWER_WITHIN_MS, Session, type SessionSettings } from "./session.ts";
import { isChanged, renewOutcome, type Said } from "./sql/outcomes.ts";
import { endStuckStatement, leaseRole } from "./sql/session-setup.ts";
import {
  claimStatement,
  configurationOf,
  leaseRowOf,
  lookStatement,
  releaseStatement,
  renewStatement,
  type Statement,
} from "./sql/statements.ts";

export interface PostgresLeaseParts {
  readonly settings: SessionSettings;
  readonly node: NodeId;
  /** Why no session could be opened. */
  readonly onTrouble: (trouble: Error) => void;
}

export class PostgresLease implements Lease {
  readonly #parts: PostgresLeaseParts;
  #session: Promise<Session | null> | null = null;
  #open: Session | null = null;
  #isClosed = false;

  constructor(parts: PostgresLeaseParts) {
    this.#parts = parts;
  }

  look(done: (seen: Seen | null) => void): void {
    this.#ask([lookStatement], (said, timeline) => {
      const columns = said.is === "done" ? said.rows[0] : undefined;
      done(
        columns === undefined ? null : { row: leaseRowOf(columns), timeline, configuration: configurationOf(columns) },
      );
    });
  }

  /** Half a statement holds the row: who claims ends the sessions that would keep it from that. */
  claim(seen: LeaseRow, by: Holding, done: (timeline: number | null) => void): void {
    this.#ask([endStuckStatement(ANSWER_WITHIN_MS), claimStatement(seen, by)], (said, timeline) =>
      done(isChanged(said) ? timeline : null),
    );
  }

  renew(by: Holding, named: Head, confirmed: number, done: (outcome: "renewed" | "lost" | "unknown") => void): void {
    this.#ask([renewStatement(by, named, confirmed)], (said) => done(renewOutcome(said)));
  }

  release(by: Holding, confirmed: number): void {
    this.#ask([releaseStatement(by, confirmed)], () => {});
  }

  /** Once what was asked is answered or lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#session)?.end();
  }

  /** One statement behind the other; what the last one said counts. */
  async #ask(statements: readonly Statement[], done: (said: Said, timeline: number) => void): Promise<void> {
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

  #opened(): Promise<Session | null> {
    if (this.#open?.isOpen === false) this.#session = this.#open = null;
    this.#session ??= this.#opening();
    return this.#session;
  }

  async #opening(): Promise<Session | null> {
    if (this.#isClosed) return null;
    const { settings, node, onTrouble } = this.#parts;
    try {
      this.#open = await Session.open(settings, leaseRole(node));
      return this.#open;
    } catch (error) {
      this.#session = null;
      onTrouble(error as Error);
      return null;
    }
  }
}
