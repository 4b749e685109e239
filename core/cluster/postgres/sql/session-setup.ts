// How a session is set up, and the name by which others find it. A statement that has arrived only in part holds its key or
// the row of the lease, and no timeout of PostgreSQL ends it. So a node that needs either of them ends the session.

import type { Holding } from "../../ports/lease.ts";
import type { NodeId } from "../../records/term.ts";
import type { Columns, Statement } from "./postgres-statements.ts";

/** The name of a session, PostgreSQL's `application_name`, and the statement that ends the sessions it replaces. */
export interface SessionRole {
  readonly name: string;
  readonly endOthers: Statement;
}

/** All settings that a session depends on are set, whatever defaults the role, the database or the server have. */
const SETTINGS = {
  // Every notice that is reported besides errors is then a warning.
  client_min_messages: "warning",
  bytea_output: "hex",
  default_transaction_isolation: "read committed",
} as const;

/** Reads the server's timeline from the name of the WAL file it writes; a standby has none. */
export function setUpStatement(name: string, synchronousCommit: string): Statement {
  const settings = Object.entries({ ...SETTINGS, synchronous_commit: synchronousCommit, application_name: name });
  const set = settings.map((_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, false)`).join(", ");
  const timeline = "CASE WHEN pg_is_in_recovery() THEN NULL ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END";
  return {
    name: "set_up",
    text: `SELECT pg_backend_pid() AS backend, ${timeline} AS timeline, ARRAY[${set}] AS settings`,
    values: settings.flat(),
  };
}

/** Null for a standby. */
export function timelineOf({ timeline }: Columns): number | null {
  return timeline == null ? null : Number.parseInt(timeline, 16);
}

const OTHERS = "pid <> pg_backend_pid() AND datname = current_database() AND usename = current_user";

/** Ends sessions, and reads back what commits wait for. */
function ending(name: string, which: string, values: Statement["values"]): Statement {
  const ended = `(SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE ${OTHERS} AND (${which}))`;
  const text = `SELECT current_setting('synchronous_commit') AS synchronous_commit, ${ended} AS ended`;
  return { name, text, values };
}

/**
 * Ends the node's own earlier sessions, and those of leaders of lower epochs. Sessions under epoch 0 only read, and hold
 * nothing.
 */
export function journalRole({ epoch, node }: Holding): SessionRole {
  const epochOf = "substring(application_name from '^evermark journal [0-9a-f]+ ([1-9][0-9]{0,15})$')::bigint";
  const own = "application_name LIKE 'evermark journal ' || $1::text || ' %'";
  return {
    name: `evermark journal ${node} ${epoch}`,
    endOthers: ending("end_others", `${own} OR ${epochOf} < $2::bigint`, [node, epoch]),
  };
}

export function leaseRole(node: NodeId): SessionRole {
  const name = `evermark lease ${node}`;
  return { name, endOthers: ending("end_others", "application_name = $1::text", [name]) };
}

export function presenceRole(node: NodeId): SessionRole {
  const name = `evermark presence ${node}`;
  return { name, endOthers: ending("end_others", "application_name = $1::text", [name]) };
}

export function notesRole(node: NodeId): SessionRole {
  const name = `evermark notes ${node}`;
  return { name, endOthers: ending("end_others", "application_name = $1::text", [name]) };
}

/** The purposes of sessions that do not belong to a node's protocol. */
export type ToolPurpose = "import" | "export" | "configure" | "snapshot" | "upgrade";

/** A session that makes a venue or reads all of it, which may take hours: no limit of the role or the server interrupts it. */
export function moveRole(purpose: ToolPurpose): SessionRole {
  const limits = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "idle_session_timeout"];
  const set = limits.map((name) => `set_config('${name}', '0', false)`).join(", ");
  const text = `SELECT current_setting('synchronous_commit') AS synchronous_commit, ARRAY[${set}] AS limits`;
  return { name: `evermark ${purpose}`, endOthers: { name: "no_limits", text, values: [] } };
}

/** Ends sessions at the lease whose statement has taken so long that their own node has given up on it. */
export function endStuckStatement(ms: number): Statement {
  const stuck =
    "application_name LIKE 'evermark lease %' AND xact_start < clock_timestamp() - $1::bigint * interval '1 ms'";
  return ending("end_stuck", stuck, [ms]);
}
