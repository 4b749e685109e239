// How a session is set up, and by which name others find it: a statement of which half has come holds its key or the row of the
// lease, and no timeout of PostgreSQL ends it, so a node that needs either ends the session.

import type { Holding } from "../../ports/lease.ts";
import type { NodeId } from "../../records/term.ts";
import type { Columns, Statement } from "./statements.ts";

/** As PostgreSQL knows it by `application_name`, and the statement that ends those that it takes the place of. */
export interface SessionRole {
  readonly name: string;
  readonly endOthers: Statement;
}

/** All that is decided by a session's settings is set, whatever the role, the database or the server have as a default. */
const SETTINGS = {
  // What is shown besides errors is a warning.
  client_min_messages: "warning",
  bytea_output: "hex",
  default_transaction_isolation: "read committed",
} as const;

/** The server's timeline is in the name of the file that it writes; a standby has none. */
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

/** Ends sessions, and reads back how commits wait. */
function ending(name: string, which: string, values: Statement["values"]): Statement {
  const ended = `(SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE ${OTHERS} AND (${which}))`;
  const text = `SELECT current_setting('synchronous_commit') AS synchronous_commit, ${ended} AS ended`;
  return { name, text, values };
}

/** Ends the node's own of before, and those of leaders of lower epochs; who only reads, under epoch 0, holds nothing. */
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

/** What a session outside of the nodes is for. */
export type MovePurpose = "import" | "export" | "configure" | "snapshot" | "upgrade";

/** Of who makes a venue or reads all of it, which may take hours: no limit of the role or the server breaks it off. */
export function moveRole(purpose: MovePurpose): SessionRole {
  const limits = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "idle_session_timeout"];
  const set = limits.map((name) => `set_config('${name}', '0', false)`).join(", ");
  const text = `SELECT current_setting('synchronous_commit') AS synchronous_commit, ARRAY[${set}] AS limits`;
  return { name: `evermark ${purpose}`, endOthers: { name: "no_limits", text, values: [] } };
}

/** Ends sessions at the lease whose statement has taken so long that their own node has given it up. */
export function endStuckStatement(ms: number): Statement {
  const stuck =
    "application_name LIKE 'evermark lease %' AND xact_start < clock_timestamp() - $1::bigint * interval '1 ms'";
  return ending("end_stuck", stuck, [ms]);
}
