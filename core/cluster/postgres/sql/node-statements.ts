// Statements about the rows of nodes. Each node writes its own row once a second and is answered with what the database
// knows of all nodes.

import type {
  NodeRow,
  PresenceAnswer,
  PresenceSnapshot,
  Program,
  SeenNode,
  TimeShift,
  TimeShiftRequest,
} from "../../ports/presence.ts";
import type { NodeId } from "../../records/term.ts";
import { GONE_AFTER_MS } from "../../timing.ts";
import { type Columns, countOf, leaseRowOf, type Statement, textOf } from "./postgres-statements.ts";

const PROGRAM_COLUMNS = "version, behaviour, oldest_behaviour, newest_behaviour, messages, snapshots, ahead_ms";
const OWN_COLUMNS = `${PROGRAM_COLUMNS}, trouble`;
/** Whether a row was written lately, by the server's clock. */
const IS_FRESH = `written > clock_timestamp() - interval '${GONE_AFTER_MS} ms'`;

/**
 * Writes a node's row and reads the others, as they were before this statement. Rows of killed nodes are kept for a day.
 * The answer is a row only if the node's row is written.
 */
const WRITE_NODE = `
  WITH old AS (SELECT node FROM evermark.nodes WHERE written < clock_timestamp() - interval '1 day' FOR UPDATE SKIP LOCKED),
    forgotten AS (DELETE FROM evermark.nodes USING old WHERE nodes.node = old.node AND old.node <> $1)
  INSERT INTO evermark.nodes (node, beat, batch, written, ${OWN_COLUMNS})
  VALUES ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (node) DO UPDATE SET (beat, batch, written, ${OWN_COLUMNS}) =
    (SELECT excluded.beat, excluded.batch, excluded.written, ${OWN_COLUMNS.replace(/\w+/g, "excluded.$&")})
  RETURNING pg_backend_pid() AS backend, (SELECT behaviour FROM evermark.venue) AS wanted,
    (SELECT moved_ms FROM evermark.venue) AS moved_ms, (SELECT moved_to FROM evermark.venue) AS moved_to,
    floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock,
    CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE') THEN
      (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) END AS standbys,
    (SELECT coalesce(json_agg(others), '[]') FROM
      (SELECT node, batch, ${PROGRAM_COLUMNS} FROM evermark.nodes WHERE node <> $1 AND ${IS_FRESH} ORDER BY node) AS others
    )::text AS others`;

export function writeNodeStatement({ node, beat, batch, behaviour, program, aheadMs, trouble }: NodeRow): Statement {
  const { version, behaviours, messages, snapshots } = program;
  const { oldest, newest } = behaviours;
  const values = [node, beat, batch, version, behaviour, oldest, newest, messages, snapshots, aheadMs, trouble];
  return { name: "write_node", text: WRITE_NODE, values };
}

export function rollOf({ wanted, clock, standbys, others, ...moved }: Columns): PresenceAnswer {
  const rows = JSON.parse(textOf(others)) as Readonly<Record<string, string | number | null>>[];
  return {
    wanted: countOf(wanted),
    moved: movedOf(moved),
    clock: countOf(clock),
    standbys: nullableOf(standbys),
    others: rows.map((row) =>
      seenNodeOf(
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])),
      ),
    ),
  };
}

/** Tables of an earlier format lack the columns: their time was never moved. */
export function movedOf({ moved_ms: ms = "0", moved_to: to = "0" }: Columns): TimeShift {
  return { ms: countOf(ms), to: countOf(to) };
}

/** Each move adds to what the database has, and to what the requesting node has read before. */
const MOVE = `
  UPDATE evermark.venue SET moved_ms = greatest(moved_ms, $3::bigint) + $1::bigint, moved_to = greatest(moved_to, $2::bigint) + $1::bigint
  RETURNING pg_backend_pid() AS backend, moved_ms, moved_to`;

export function moveStatement({ ms, from, before }: TimeShiftRequest): Statement {
  return { name: "move", text: MOVE, values: [ms, from, before] };
}

function seenNodeOf(columns: Columns): SeenNode {
  const { node, batch, behaviour, ahead_ms: aheadMs } = columns;
  return {
    node: textOf(node),
    batch: countOf(batch),
    behaviour: nullableOf(behaviour),
    program: programOf(columns),
    aheadMs: nullableOf(aheadMs),
  };
}

/** Null when an earlier version wrote the row. */
function programOf(columns: Columns): Program | null {
  const { version, oldest_behaviour: oldest, newest_behaviour: newest, messages, snapshots } = columns;
  if (version === null) return null;
  return {
    version: textOf(version),
    behaviours: { oldest: countOf(oldest), newest: countOf(newest) },
    ...{ messages: countOf(messages), snapshots: countOf(snapshots) },
  };
}

function nullableOf(text: string | null | undefined): number | null {
  return text == null ? null : countOf(text);
}

export function leaveStatement(node: NodeId): Statement {
  return { name: "", text: "DELETE FROM evermark.nodes WHERE node = $1", values: [node] };
}

/** Returns at least one row, even if there are no nodes. */
export const watchStatement: Statement = {
  name: "watch",
  text: `SELECT lease.epoch, lease.node, lease.beat, lease.confirmed, nodes.node AS seen, nodes.beat AS seen_beat
    FROM evermark.lease LEFT JOIN evermark.nodes ON true`,
  values: [],
};

export function watchOf(rows: readonly Columns[]): PresenceSnapshot {
  const seen = rows.filter((columns) => columns.seen !== null);
  return {
    lease: leaseRowOf(rows[0]!),
    beats: new Map(seen.map((columns) => [textOf(columns.seen), countOf(columns.seen_beat)])),
  };
}

export const nodeRowsStatement: Statement = {
  name: "node_rows",
  text: `SELECT node, batch, ${OWN_COLUMNS}, ${IS_FRESH} AS is_fresh,
      floor(extract(epoch FROM clock_timestamp() - written) * 1000)::bigint AS silent_ms
    FROM evermark.nodes ORDER BY node`,
  values: [],
};

/** A node's row, for display. */
export interface ShownNode extends SeenNode, Pick<NodeRow, "trouble"> {
  /** How long ago the node wrote the row, by the server's clock. */
  readonly silentMs: number;
  /** Whether the node runs, as far as its row says. */
  readonly isFresh: boolean;
}

export function shownNodeOf(columns: Columns): ShownNode {
  const { silent_ms: silentMs, is_fresh: isFresh, trouble = null } = columns;
  return { ...seenNodeOf(columns), trouble, silentMs: countOf(silentMs), isFresh: isFresh === "t" };
}

/** Stores the behaviour that the operator wants, if every running node carries it out; otherwise nothing changes. */
const WANT_BEHAVIOUR = `
  UPDATE evermark.venue SET behaviour = greatest(behaviour, $1::integer) WHERE NOT EXISTS (
    SELECT FROM evermark.nodes WHERE ${IS_FRESH} AND NOT coalesce($1 BETWEEN oldest_behaviour AND newest_behaviour, false)
  ) RETURNING pg_backend_pid() AS backend`;

export function wantBehaviourStatement(behaviour: number): Statement {
  return { name: "", text: WANT_BEHAVIOUR, values: [behaviour] };
}
