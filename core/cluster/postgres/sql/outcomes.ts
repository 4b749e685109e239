// What PostgreSQL's words mean. A statement that returns rows without a warning is carried out and survives a failover to the
// synchronous standby. A warning may be that the wait for the standby was cancelled (01000), after which the count of rows looks
// as ever. An error says that nothing happened only where the session goes on behind it, and where the error can't have come when
// all was done already.

import type { AppendOutcome } from "../../ports/shared-journal.ts";
import type { Columns } from "./statements.ts";

export type Said =
  | {
      readonly is: "done";
      readonly count: number;
      readonly rows: readonly Columns[];
      /** Without a warning, and carried out by the process that the session began with. */
      readonly isPlain: boolean;
    }
  /** And the session takes the next statement. */
  | { readonly is: "error"; readonly code: string; readonly message: string }
  /** The connection is lost, or the answer came too late. */
  | { readonly is: "lost" };

/**
 * Errors that decide nothing, by the beginning of their code: the key is taken, perhaps by this very statement when it was sent
 * before (23505); the connection (08), an operator or a shutdown (57) broke in, at whatever moment; not known (40003).
 */
const UNDECIDED = /^(23505|08|57|40003)/;

export function appendOutcome(said: Said): AppendOutcome {
  if (said.is === "lost") return "unknown";
  if (said.is === "error") return UNDECIDED.test(said.code) ? "unknown" : "failed";
  if (!said.isPlain) return "unknown";
  return said.count === 1 ? "appended" : "refused";
}

/** Whether one row was changed, plainly. */
export function isChanged(said: Said): boolean {
  return said.is === "done" && said.isPlain && said.count === 1;
}

export function renewOutcome(said: Said): "renewed" | "lost" | "unknown" {
  if (isChanged(said)) return "renewed";
  return said.is === "done" && said.isPlain && said.count === 0 ? "lost" : "unknown";
}
