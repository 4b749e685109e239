// The session over which a whole venue is written or read. No caller waits for it as for a node, so it waits longer for
// answers; and errors are worded for an operator.

import { Fault } from "@evermark/engine";
import { Session, type SessionSettings } from "../postgres-session.ts";
import { serverComplaints } from "../server-complaints.ts";
import type { Columns, Statement } from "../sql/postgres-statements.ts";
import { moveRole, type ToolPurpose } from "../sql/session-setup.ts";
import type { StatementAnswer } from "../sql/statement-outcomes.ts";
import { databaseAt, withDatabaseNamed } from "./database-words.ts";

/** Long enough for a few megabytes over a slow connection. */
const ANSWER_WITHIN_MS = 120_000;

const CLOCK: SessionSettings["clock"] = { steady: () => performance.now() };

/** The complaints that forbid moving a venue. A production venue also refuses the others when it starts. */
const REFUSED: readonly string[] = ["server_too_old", "pooler_between", "read_only"];

export class ToolSession {
  readonly #session: Session;
  readonly #url: string;
  /** Complaints about the server that do not keep a venue from being moved. */
  readonly warnings: readonly string[];

  private constructor(session: Session, url: string, warnings: readonly string[]) {
    this.#session = session;
    this.#url = url;
    this.warnings = warnings;
  }

  /** @throws {Fault} when no session can be opened: not reached, too old, takes no writes, a pooler between */
  static async open(url: string, purpose: ToolPurpose): Promise<ToolSession> {
    const complaints = await withDatabaseNamed(url, serverComplaints(url, false));
    const refused = complaints.find(({ name }) => REFUSED.includes(name));
    if (refused !== undefined) throw new Fault(`PostgreSQL at ${databaseAt(url)}: ${refused.text}`);
    const settings: SessionSettings = { url, clock: CLOCK, synchronousCommit: "on" };
    const session = await withDatabaseNamed(url, Session.open(settings, moveRole(purpose)));
    return new ToolSession(
      session,
      url,
      complaints.map(({ text }) => text),
    );
  }

  /** Runs a function that asks the session itself. @param use may ask until steady time `until` */
  async read<Result>(use: (session: Session, until: number) => Promise<Result>): Promise<Result> {
    return await withDatabaseNamed(this.#url, use(this.#session, CLOCK.steady() + ANSWER_WITHIN_MS));
  }

  /** The answer to a statement, even if it is an error. */
  answer(statement: Statement): Promise<StatementAnswer> {
    return new Promise((resolve) => this.#session.ask(statement, CLOCK.steady() + ANSWER_WITHIN_MS, resolve));
  }

  /** @throws {Fault} when the statement does not return rows */
  async rows(statement: Statement): Promise<readonly Columns[]> {
    const answer = await this.answer(statement);
    if (answer.is === "done") return answer.rows;
    if (answer.is === "lost") throw new Fault(`the connection to PostgreSQL at ${databaseAt(this.#url)} is lost`);
    throw new Fault(`PostgreSQL at ${databaseAt(this.#url)} refuses: ${answer.message} (${answer.code})`);
  }

  /** Closes at once; statements without an answer are lost. */
  abandon(): void {
    this.#session.close();
  }

  /** Closes the session; a transaction that was begun and not committed is rolled back. */
  async close(): Promise<void> {
    await this.#session.end();
  }
}
