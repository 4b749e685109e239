// The notes of nodes in PostgreSQL, over a session of their own.

import type { NodeId } from "../../records/term.ts";
import { LazySession } from "../lazy-session.ts";
import type { SessionSettings } from "../postgres-session.ts";
import type { Statement } from "../sql/postgres-statements.ts";
import { notesRole } from "../sql/session-setup.ts";
import { isChanged, type StatementAnswer } from "../sql/statement-outcomes.ts";
import { keepNoteStatement, type Note, notesTakenOf, spendStatement, takeNotesStatement } from "./note-statements.ts";

interface PostgresNotesParts {
  readonly url: string;
  readonly node: NodeId;
  readonly clock: SessionSettings["clock"];
}

export class PostgresNotes {
  readonly #session: LazySession;

  constructor({ node, ...at }: PostgresNotesParts) {
    this.#session = new LazySession({
      settings: { ...at, synchronousCommit: "on" },
      role: notesRole(node),
      // The lease and the journal report the trouble: without them the node does nothing.
      onTrouble: () => {},
    });
  }

  async spend(signer: string, timestamp: number, forgetBefore: number): Promise<boolean | null> {
    const said = await this.#ask(spendStatement(signer, timestamp, forgetBefore));
    if (said.is !== "done" || !said.isPlain) return null;
    return said.count === 1;
  }

  /** @param epoch of the term in which the node leads */
  async take(subject: string, epoch: number): Promise<ReadonlyMap<string, string> | null> {
    const said = await this.#ask(takeNotesStatement(subject, epoch));
    return said.is === "done" && said.isPlain ? notesTakenOf(said.rows) : null;
  }

  async keep({ subject, name, text }: Note, epoch: number): Promise<boolean> {
    return isChanged(await this.#ask(keepNoteStatement({ subject, name, text }, epoch)));
  }

  /** Closes once everything asked is answered or lost. */
  close(): Promise<void> {
    return this.#session.close();
  }

  #ask(statement: Statement): Promise<StatementAnswer> {
    return new Promise((resolve) => void this.#session.ask([statement], resolve));
  }
}
