// What is asked of PostgreSQL, each as one statement that commits by itself. `backend` is the process that carried it out: a
// session that has another one than it began with is not the session that was set up.

import { assert, WrittenByNewer } from "@evermark/engine";
import type { Holding, LeaseRow } from "../../ports/lease.ts";
import type { NodeRow, Program, Roll, SeenNode, Watch } from "../../ports/presence.ts";
import type { ReadRows } from "../../ports/shared-journal.ts";
import type { BatchRow, Head } from "../../records/batch-row.ts";
import type { NodeId } from "../../records/term.ts";
import { GONE_AFTER_MS } from "../../timing.ts";
import { FORMAT } from "./schema.ts";

export interface Statement {
  /** It is prepared under this name, once a session; not at all when it is empty. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number | Uint8Array | null)[];
}

/** Columns as PostgreSQL writes them. */
export type Columns = Readonly<Record<string, string | null>>;

/** Bytes of rows that one statement reads; a single row may have more. */
const READ_BYTES_MAX = 8 * 1024 * 1024;
const READ_ROWS_MAX = 1_000;

/** The row is there, and of the same term: the first batches of two terms may have the same bytes. */
const isThere = (batch: number) =>
  `batch = $${batch} AND hash = $${batch + 1} AND timeline = $${batch + 2} AND epoch = $${batch + 3} AND node = $${batch + 4}`;
const headValues = ({ batch, hash, term }: Head) => [batch, hash, term.timeline, term.epoch, term.node];

const COLUMNS = "batch, timeline, epoch, node, first, last, at, before, hash, origins, records";
const PLACES =
  "$1::bigint, $2::bigint, $3::bigint, $4::text, $5::bigint, $6::bigint, $7::bigint, $8::bytea, $9::bytea, $10::bytea, $11::bytea";
const rowValues = ({ batch, term, first, last, at, before, hash, origins, records }: BatchRow) => [
  ...[batch, term.timeline, term.epoch, term.node, first, last, at, before, hash, origins, records],
];

const PLACE_TYPES = PLACES.split(", ").map((place) => place.slice(place.indexOf("::")));

/** Of a venue that is being made, on which no node can be yet: behind nothing, or behind what was inserted before. */
export function insertBatchesStatement(rows: readonly BatchRow[]): Statement {
  const places = (_: BatchRow, i: number) => PLACE_TYPES.map((type, n) => `$${i * PLACE_TYPES.length + n + 1}${type}`);
  const text = `INSERT INTO evermark.batches (${COLUMNS}) VALUES ${rows.map(places).map((each) => `(${each})`)}`;
  return { name: "", text, values: rows.flatMap(rowValues) };
}

const APPEND = `
  INSERT INTO evermark.batches (${COLUMNS})
  SELECT ${PLACES} FROM evermark.lease WHERE epoch = $12 AND node = $13
    AND EXISTS (SELECT FROM evermark.batches WHERE ${isThere(14)} AND batch = $1 - 1 AND last = $5 - 1)
  RETURNING pg_backend_pid() AS backend`;

export function appendStatement(row: BatchRow, behind: Head, by: Holding): Statement {
  const values = [...rowValues(row), by.epoch, by.node, ...headValues(behind)];
  return { name: "append", text: APPEND, values };
}

/** A row of columns comes in any case, and one for each batch behind the head, if that is there. */
const READ = `
  SELECT confirmed, head.batch IS NOT NULL AS is_there, behind.*
  FROM evermark.lease
    LEFT JOIN LATERAL (SELECT batch FROM evermark.batches WHERE ${isThere(1)}) AS head ON true
    LEFT JOIN LATERAL (
      SELECT ${COLUMNS} FROM (
        SELECT *, sum(octet_length(records) + octet_length(origins)) OVER (ORDER BY batch) AS bytes
        FROM (SELECT * FROM evermark.batches WHERE batch > head.batch ORDER BY batch LIMIT ${READ_ROWS_MAX}) AS next
      ) AS counted WHERE bytes <= $6 OR batch = head.batch + 1
    ) AS behind ON true
  ORDER BY behind.batch`;

export function readStatement(head: Head, bytesMax = READ_BYTES_MAX): Statement {
  return { name: "read", text: READ, values: [...headValues(head), bytesMax] };
}

export function rowsReadOf(columns: readonly Columns[]): ReadRows {
  const { confirmed, is_there: isThere } = columns[0]!;
  if (isThere !== "t") return "gone";
  const rows = columns.filter(({ batch }) => batch !== null).map(batchRowOf);
  return { rows, confirmed: countOf(confirmed) };
}

const LOOK = `
  SELECT lease.*, encode(sha256(convert_to(venue.configuration, 'UTF8')), 'hex') AS configuration
  FROM evermark.lease, evermark.venue`;

export const lookStatement: Statement = { name: "look", text: LOOK, values: [] };

/** The digest of what the venue's nodes have in common, in hexadecimal. */
export function configurationOf({ configuration }: Columns): string {
  return textOf(configuration);
}

export function leaseRowOf({ epoch, node, beat, confirmed }: Columns): LeaseRow {
  return { epoch: countOf(epoch), node: textOf(node), beat: countOf(beat), confirmed: countOf(confirmed) };
}

const CLAIM = `
  UPDATE evermark.lease SET epoch = $1, node = $2, beat = 0 WHERE epoch = $3 AND node = $4 AND beat = $5 AND epoch < $1
  RETURNING pg_backend_pid() AS backend`;

export function claimStatement(seen: LeaseRow, by: Holding): Statement {
  return { name: "claim", text: CLAIM, values: [by.epoch, by.node, seen.epoch, seen.node, seen.beat] };
}

const RENEW = `
  UPDATE evermark.lease SET beat = beat + 1, confirmed = greatest(confirmed, $3) WHERE epoch = $1 AND node = $2
    AND EXISTS (SELECT FROM evermark.batches WHERE ${isThere(4)})
  RETURNING pg_backend_pid() AS backend`;

export function renewStatement(by: Holding, named: Head, confirmed: number): Statement {
  return { name: "renew", text: RENEW, values: [by.epoch, by.node, confirmed, ...headValues(named)] };
}

const RELEASE = `
  UPDATE evermark.lease SET node = '', beat = beat + 1, confirmed = greatest(confirmed, $3)
  WHERE epoch = $1 AND node = $2`;

export function releaseStatement(by: Holding, confirmed: number): Statement {
  return { name: "release", text: RELEASE, values: [by.epoch, by.node, confirmed] };
}

/** Not prepared: another node may give the table a column between two of these. */
export const venueStatement: Statement = {
  name: "",
  text: "SELECT * FROM evermark.venue",
  values: [],
};

/** What a newer Evermark made may have other columns beside it. @throws {WrittenByNewer} when this one can't work on it */
export function formatOf({ format, oldest_format: oldest = format }: Columns): number {
  if (countOf(oldest) > FORMAT) throw new WrittenByNewer("the venue's tables", `format ${format}`, FORMAT);
  return countOf(format);
}

/** Tables of an earlier format have no configuration, and no behaviour that is wanted. */
export function venueOf({ name, key, configuration = "", behaviour = "0" }: Columns) {
  const wanted = countOf(behaviour);
  return { name: bytesOf(name), key: bytesOf(key), configuration: textOf(configuration), wanted };
}

const PLACE = "SELECT first, last, at, node FROM evermark.batches WHERE batch = $1";

export function placeStatement(batch: number): Statement {
  return { name: "place", text: PLACE, values: [batch] };
}

/** Where a batch begins and ends. */
export interface Place {
  readonly first: number;
  readonly last: number;
  readonly at: number;
  /** Which led; "" of what was written before any did. */
  readonly node: NodeId;
}

export function placeOf({ first, last, at, node }: Columns): Place {
  return { first: countOf(first), last: countOf(last), at: countOf(at), node: textOf(node) };
}

export function batchStatement(batch: number): Statement {
  return { name: "batch", text: `SELECT ${COLUMNS} FROM evermark.batches WHERE batch = $1`, values: [batch] };
}

/** All that was inserted is confirmed. */
export function confirmStatement(batch: number): Statement {
  return { name: "confirm", text: "UPDATE evermark.lease SET confirmed = $1", values: [batch] };
}

/** The last batch that is there, confirmed or not. */
export const lastBatchStatement: Statement = {
  name: "last_batch",
  text: "SELECT batch, last, at, hash FROM evermark.batches ORDER BY batch DESC LIMIT 1",
  values: [],
};

export function lastBatchOf({ batch, last, at, hash }: Columns): Omit<Head, "term"> {
  return { batch: countOf(batch), last: countOf(last), at: countOf(at), hash: bytesOf(hash) };
}

/** Each node has one session at the lease, under its name. */
export const nodesStatement: Statement = {
  name: "nodes",
  text: `SELECT DISTINCT substring(application_name from '^evermark lease ([0-9a-f]{16})$') AS node FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'evermark lease %'`,
  values: [],
};

const PROGRAM_COLUMNS = "version, behaviour, oldest_behaviour, newest_behaviour, messages, snapshots, ahead_ms";
/** Rows of nodes that write them; by the server's clock. */
const IS_FRESH = `written > clock_timestamp() - interval '${GONE_AFTER_MS} ms'`;

/**
 * Rows of nodes that were killed are shown for a day. A row of columns comes where it is written; the others' rows are as they
 * stood before.
 */
const WRITE_NODE = `
  WITH old AS (SELECT node FROM evermark.nodes WHERE written < clock_timestamp() - interval '1 day' FOR UPDATE SKIP LOCKED),
    forgotten AS (DELETE FROM evermark.nodes USING old WHERE nodes.node = old.node AND old.node <> $1)
  INSERT INTO evermark.nodes (node, beat, batch, written, ${PROGRAM_COLUMNS})
  VALUES ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (node) DO UPDATE SET (beat, batch, written, ${PROGRAM_COLUMNS}) =
    (SELECT excluded.beat, excluded.batch, excluded.written, ${PROGRAM_COLUMNS.replace(/\w+/g, "excluded.$&")})
  RETURNING pg_backend_pid() AS backend, (SELECT behaviour FROM evermark.venue) AS wanted,
    floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock,
    CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE') THEN
      (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) END AS standbys,
    (SELECT coalesce(json_agg(others), '[]') FROM
      (SELECT node, batch, ${PROGRAM_COLUMNS} FROM evermark.nodes WHERE node <> $1 AND ${IS_FRESH} ORDER BY node) AS others
    )::text AS others`;

export function writeNodeStatement({ node, beat, batch, behaviour, program, aheadMs }: NodeRow): Statement {
  const { version, behaviours, messages, snapshots } = program;
  const { oldest, newest } = behaviours;
  const values = [node, beat, batch, version, behaviour, oldest, newest, messages, snapshots, aheadMs];
  return { name: "write_node", text: WRITE_NODE, values };
}

export function rollOf({ wanted, clock, standbys, others }: Columns): Roll {
  const rows = JSON.parse(textOf(others)) as Readonly<Record<string, string | number | null>>[];
  return {
    wanted: countOf(wanted),
    clock: countOf(clock),
    standbys: nullableOf(standbys),
    others: rows.map((row) =>
      seenNodeOf(
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])),
      ),
    ),
  };
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

/** Null where an earlier version wrote the row. */
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

/** A row of columns comes in any case. */
export const watchStatement: Statement = {
  name: "watch",
  text: `SELECT lease.epoch, lease.node, lease.beat, lease.confirmed, nodes.node AS seen, nodes.beat AS seen_beat
    FROM evermark.lease LEFT JOIN evermark.nodes ON true`,
  values: [],
};

export function watchOf(rows: readonly Columns[]): Watch {
  const seen = rows.filter((columns) => columns.seen !== null);
  return {
    lease: leaseRowOf(rows[0]!),
    beats: new Map(seen.map((columns) => [textOf(columns.seen), countOf(columns.seen_beat)])),
  };
}

export const nodeRowsStatement: Statement = {
  name: "node_rows",
  text: `SELECT node, batch, ${PROGRAM_COLUMNS}, ${IS_FRESH} AS is_fresh,
      floor(extract(epoch FROM clock_timestamp() - written) * 1000)::bigint AS silent_ms
    FROM evermark.nodes ORDER BY node`,
  values: [],
};

/** A node's row, as it is shown. */
export interface ShownNode extends SeenNode {
  /** How long ago it wrote that, by the server's clock. */
  readonly silentMs: number;
  /** Whether it runs, as far as its row says. */
  readonly isFresh: boolean;
}

export function shownNodeOf(columns: Columns): ShownNode {
  const { silent_ms: silentMs, is_fresh: isFresh } = columns;
  return { ...seenNodeOf(columns), silentMs: countOf(silentMs), isFresh: isFresh === "t" };
}

/** Its operator wants it, and every node that runs carries it out: nothing changes where one does not. */
const WANT_BEHAVIOUR = `
  UPDATE evermark.venue SET behaviour = greatest(behaviour, $1::integer) WHERE NOT EXISTS (
    SELECT FROM evermark.nodes WHERE ${IS_FRESH} AND NOT coalesce($1 BETWEEN oldest_behaviour AND newest_behaviour, false)
  ) RETURNING pg_backend_pid() AS backend`;

export function wantBehaviourStatement(behaviour: number): Statement {
  return { name: "", text: WANT_BEHAVIOUR, values: [behaviour] };
}

export const standbysStatement: Statement = {
  name: "standbys",
  text: `SELECT application_name AS name, coalesce(state, '') AS state, coalesce(sync_state, '') AS sync
    FROM pg_stat_replication ORDER BY application_name`,
  values: [],
};

export function batchRowOf(columns: Columns): BatchRow {
  const { batch, timeline, epoch, node, first, last, at, before, hash, origins, records } = columns;
  return {
    ...{ batch: countOf(batch), first: countOf(first), last: countOf(last), at: countOf(at) },
    term: { timeline: countOf(timeline), epoch: countOf(epoch), node: textOf(node) },
    ...{ before: bytesOf(before), hash: bytesOf(hash), origins: bytesOf(origins), records: bytesOf(records) },
  };
}

export function countOf(text: string | null | undefined): number {
  const count = Number(text);
  assert(typeof text === "string" && Number.isSafeInteger(count), "a count of the database is a whole number", {
    text,
  });
  return count;
}

function textOf(text: string | null | undefined): string {
  assert(typeof text === "string", "a text of the database is there");
  return text;
}

export function bytesOf(text: string | null | undefined): Uint8Array {
  assert(typeof text === "string" && text.startsWith("\\x"), "bytes of the database are in hexadecimal");
  return new Uint8Array(Buffer.from(text.slice(2), "hex"));
}
