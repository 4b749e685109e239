// What PostgreSQL's answers mean. A statement that returns rows without a warning is carried out and survives a failover to
// the synchronous standby. A warning may mean that the wait for the standby was cancelled (01000); the count of rows then
// looks as usual. An error proves that nothing happened only if the session continues after it, and if the error can't have
// come after everything was done.

import type { AppendOutcome } from "../../ports/shared-journal.ts";
import type { Columns } from "./postgres-statements.ts";

export type StatementAnswer =
  | {
      readonly is: "done";
      readonly count: number;
      readonly rows: readonly Columns[];
      /** It came without a warning, from the process that the session began with. */
      readonly isPlain: boolean;
    }
  /** An error, after which the session takes the next statement. */
  | { readonly is: "error"; readonly code: string; readonly message: string }
  /** The connection is lost, or the answer came too late. */
  | { readonly is: "lost" };

/**
 * Errors that decide nothing, by the beginning of their code. 23505: the key is taken, perhaps by this very statement, sent
 * before. 08: the connection, and 57: an operator or a shutdown, interrupted it at any moment. 40003: the server does not
 * know.
 */
const UNDECIDED = /^(23505|08|57|40003)/;

export function appendOutcome(said: StatementAnswer): AppendOutcome {
  if (said.is === "lost") return "unknown";
  if (said.is === "error") return UNDECIDED.test(said.code) ? "unknown" : "failed";
  if (!said.isPlain) return "unknown";
  return said.count === 1 ? "appended" : "refused";
}

/** Whether exactly one row was changed, without a warning. */
export function isChanged(said: StatementAnswer): boolean {
  return said.is === "done" && said.isPlain && said.count === 1;
}

export function renewOutcome(said: StatementAnswer): "renewed" | "lost" | "unknown" {
  if (isChanged(said)) return "renewed";
  return said.is === "done" && said.isPlain && said.count === 0 ? "lost" : "unknown";
}
