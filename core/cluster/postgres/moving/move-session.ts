// The session that a whole venue is written or read over. No caller waits for it as for a node, so it has more patience;
// and what goes wrong is worded for an operator.

import { Fault } from "@evermark/engine";
import { serverComplaints } from "../server-complaints.ts";
import { Session, type SessionSettings } from "../session.ts";
import type { Said } from "../sql/outcomes.ts";
import { type MovePurpose, moveRole } from "../sql/session-setup.ts";
import type { Columns, Statement } from "../sql/statements.ts";
import { databaseAt, said } from "./database-words.ts";

/** For some megabytes over a slow line. */
const ANSWER_WITHIN_MS = 120_000;

const CLOCK: SessionSettings["clock"] = { steady: () => performance.now() };

/** What no venue is moved over: the rest a production venue refuses when it starts. */
const REFUSED: readonly string[] = ["server_too_old", "pooler_between", "read_only"];

export class MoveSession {
  readonly #session: Session;
  readonly #url: string;
  /** What is wrong with the server, and does not keep a venue from being moved. */
  readonly warnings: readonly string[];

  private constructor(session: Session, url: string, warnings: readonly string[]) {
    this.#session = session;
    this.#url = url;
    this.warnings = warnings;
  }

  /** @throws {Fault} why there is none: not reached, too old, takes no writes, a pooler between */
  static async open(url: string, purpose: MovePurpose): Promise<MoveSession> {
    const complaints = await said(url, serverComplaints(url, false));
    const refused = complaints.find(({ name }) => REFUSED.includes(name));
    if (refused !== undefined) throw new Fault(`PostgreSQL at ${databaseAt(url)}: ${refused.text}`);
    const settings: SessionSettings = { url, clock: CLOCK, synchronousCommit: "on" };
    const session = await said(url, Session.open(settings, moveRole(purpose)));
    return new MoveSession(
      session,
      url,
      complaints.map(({ text }) => text),
    );
  }

  /** For what is read from it by its own questions. @param use up to steady time `until` */
  async read<Result>(use: (session: Session, until: number) => Promise<Result>): Promise<Result> {
    return await said(this.#url, use(this.#session, CLOCK.steady() + ANSWER_WITHIN_MS));
  }

  /** What it says, whatever that is. */
  answer(statement: Statement): Promise<Said> {
    return new Promise((resolve) => this.#session.ask(statement, CLOCK.steady() + ANSWER_WITHIN_MS, resolve));
  }

  /** @throws {Fault} when it does not return rows */
  async rows(statement: Statement): Promise<readonly Columns[]> {
    const answer = await this.answer(statement);
    if (answer.is === "done") return answer.rows;
    if (answer.is === "lost") throw new Fault(`the connection to PostgreSQL at ${databaseAt(this.#url)} is lost`);
    throw new Fault(`PostgreSQL at ${databaseAt(this.#url)} refuses: ${answer.message} (${answer.code})`);
  }

  /** At once: what has no answer yet is lost. */
  abandon(): void {
    this.#session.close();
  }

  /** What it has begun and not committed is undone. */
  async close(): Promise<void> {
    await this.#session.end();
  }
}
