// The statements for PostgreSQL, each of which commits by itself. `backend` is the process that carried a statement out: if
// it is not the one that the session began with, the session is not the one that was set up.

import { assert, WrittenByNewer } from "@evermark/engine";
import type { Holding, LeaseLook, LeaseRow } from "../../ports/lease.ts";
import type { ReadRows } from "../../ports/shared-journal.ts";
import type { BatchRow, Head } from "../../records/batch-row.ts";
import type { NodeId } from "../../records/term.ts";
import { FORMAT } from "./postgres-schema.ts";

export interface Statement {
  /** The name under which it is prepared, once a session; "" if it is not prepared. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number | Uint8Array | null)[];
}

/** A row's columns as PostgreSQL writes them. */
export type Columns = Readonly<Record<string, string | null>>;

/** Most bytes of rows that one statement reads; a single row may have more. */
const READ_BYTES_MAX = 8 * 1024 * 1024;
const READ_ROWS_MAX = 1_000;

/** Whether a row is there, and of the same term: the first batches of two terms may have the same bytes. */
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

/**
 * Inserts batches of a venue that is being created, where no node can be yet: they follow nothing, or what was inserted
 * before.
 */
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

/** Returns at least one row, and one for each batch after the head, if the head is there. */
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

const CONFIRMED = `
  SELECT batch, last, at, hash, batches.timeline, batches.epoch, batches.node
  FROM evermark.lease, evermark.batches WHERE batch = least($1, confirmed)`;

export function confirmedStatement(batch: number): Statement {
  return { name: "confirmed", text: CONFIRMED, values: [batch] };
}

export function headOf(columns: Columns): Head {
  const { timeline, epoch, node } = columns;
  return { ...lastBatchOf(columns), term: { timeline: countOf(timeline), epoch: countOf(epoch), node: textOf(node) } };
}

const LOOK = `
  SELECT lease.*, encode(sha256(convert_to(venue.configuration, 'UTF8')), 'hex') AS configuration,
    current_setting('synchronous_standby_names') <> '' AS is_synchronous
  FROM evermark.lease, evermark.venue`;

export const lookStatement: Statement = { name: "look", text: LOOK, values: [] };

/** Includes the digest of the configuration that the venue's nodes have in common, in hexadecimal. */
export function lookedOf({
  configuration,
  is_synchronous: isSynchronous,
}: Columns): Pick<LeaseLook, "configuration" | "isSynchronous"> {
  return { configuration: textOf(configuration), isSynchronous: isSynchronous === "t" };
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
  UPDATE evermark.lease SET node = '', beat = beat + 1, confirmed =
    greatest(confirmed, (SELECT batch FROM evermark.batches WHERE ${isThere(3)}))
  WHERE epoch = $1 AND node = $2`;

export function releaseStatement(by: Holding, confirmed: Head): Statement {
  return { name: "release", text: RELEASE, values: [by.epoch, by.node, ...headValues(confirmed)] };
}

/** Not prepared: another node may add a column to the table between two uses. */
export const venueStatement: Statement = {
  name: "",
  text: "SELECT * FROM evermark.venue",
  values: [],
};

/**
 * The format of a venue's tables. Tables of a newer Evermark may have further columns. @throws {WrittenByNewer} when this
 * one can't work on them
 */
export function formatOf({ format, oldest_format: oldest = format }: Columns): number {
  if (countOf(oldest) > FORMAT) throw new WrittenByNewer("the venue's tables", `format ${format}`, FORMAT);
  return countOf(format);
}

/** Tables of an earlier format have no configuration, and no wanted behaviour. */
export function venueOf({ name, key, configuration = "", behaviour = "0" }: Columns) {
  const wanted = countOf(behaviour);
  return { name: bytesOf(name), key: bytesOf(key), configuration: textOf(configuration), wanted };
}

/** Returns no row as long as no batch was dropped. */
export const beginningStatement: Statement = {
  name: "beginning",
  text: `SELECT beginning.batch, beginning.genesis, beginning.before_nodes, batches.first
    FROM evermark.beginning JOIN evermark.batches ON batches.batch = beginning.batch`,
  values: [],
};

/** Where the journal begins. */
export interface Beginning {
  /** The first batch that is there. */
  readonly batch: number;
  /** Position of its first command. */
  readonly first: number;
  /** What is known of the dropped batches; null when none was dropped. */
  readonly dropped: { readonly genesis: Uint8Array; readonly beforeNodes: number } | null;
}

export function beginningOf(rows: readonly Columns[]): Beginning {
  const [columns] = rows;
  if (columns === undefined) return { batch: 1, first: 1, dropped: null };
  const { batch, first, genesis, before_nodes: beforeNodes } = columns;
  return {
    batch: countOf(batch),
    first: countOf(first),
    dropped: { genesis: bytesOf(genesis), beforeNodes: countOf(beforeNodes) },
  };
}

const PLACE = "SELECT first, last, at, node FROM evermark.batches WHERE batch = $1";

export function placeStatement(batch: number): Statement {
  return { name: "place", text: PLACE, values: [batch] };
}

/** The positions at which a batch begins and ends. */
export interface BatchRange {
  readonly first: number;
  readonly last: number;
  readonly at: number;
  /** The node that led; "" for what was written before any node led. */
  readonly node: NodeId;
}

export function placeOf({ first, last, at, node }: Columns): BatchRange {
  return { first: countOf(first), last: countOf(last), at: countOf(at), node: textOf(node) };
}

export function batchStatement(batch: number): Statement {
  return { name: "batch", text: `SELECT ${COLUMNS} FROM evermark.batches WHERE batch = $1`, values: [batch] };
}

/** Marks everything inserted as confirmed. */
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

/** The nodes that have a session for the lease, which bears the node's name. */
export const nodesStatement: Statement = {
  name: "nodes",
  text: `SELECT DISTINCT substring(application_name from '^evermark lease ([0-9a-f]{16})$') AS node FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'evermark lease %'`,
  values: [],
};

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

export function textOf(text: string | null | undefined): string {
  assert(typeof text === "string", "a text of the database is there");
  return text;
}

export function bytesOf(text: string | null | undefined): Uint8Array {
  assert(typeof text === "string" && text.startsWith("\\x"), "bytes of the database are in hexadecimal");
  return new Uint8Array(Buffer.from(text.slice(2), "hex"));
}
