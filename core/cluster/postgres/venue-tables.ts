// A venue's tables: created once, with the first batch, and read by each node that opens them.

import { assert, Fault } from "@evermark/engine";
import { Client } from "pg";
import type { BatchRow } from "../records/batch-row.ts";
import type { Session } from "./postgres-session.ts";
import { FORMAT, SCHEMA } from "./sql/postgres-schema.ts";
import {
  formatOf,
  insertBatchesStatement,
  type Statement,
  venueOf,
  venueStatement,
} from "./sql/postgres-statements.ts";

/** PostgreSQL's error code for a table that is not there. */
export const UNDEFINED_TABLE = "42P01";
const KEY_BYTES = 32;

/** The facts that a venue's tables hold about it. */
export interface VenueFacts {
  /** The hash of its first batch. */
  readonly name: Uint8Array;
  /** The key with which nodes seal the messages that they send each other. */
  readonly key: Uint8Array;
  /** The configuration that all nodes have in common; "" until a node has stored it. */
  readonly configuration: string;
  /** The behaviour that the operator wants; 0 for none. */
  readonly wanted: number;
}

/** The statements that create the tables of a venue with its first batch. They run in sequence within one transaction. */
export function creation(opening: BatchRow, configuration = ""): Statement[] {
  assert(opening.batch === 1 && opening.first === 1, "a venue begins with its first batch", { batch: opening.batch });
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const statement = (text: string, values: Statement["values"] = []): Statement => ({ name: "", text, values });
  return [
    ...SCHEMA.map((text) => statement(text)),
    insertBatchesStatement([opening]),
    statement("INSERT INTO evermark.venue (format, name, key, configuration) VALUES ($1, $2, $3, $4)", [
      ...[FORMAT, opening.hash, key, configuration],
    ]),
    statement("INSERT INTO evermark.lease (epoch, node, beat, confirmed) VALUES (0, '', 0, 1)"),
  ];
}

/** Creates all tables or none. @throws when the database has a venue already, or the new tables may not survive a failover */
export async function createTables(url: string, opening: BatchRow, configuration = ""): Promise<void> {
  const statements = creation(opening, configuration);
  const client = new Client({ connectionString: url });
  const warnings: string[] = [];
  // If the connection breaks, the current statement's answer reports it.
  client.on("error", () => {});
  client.on("notice", ({ message }) => warnings.push(message ?? ""));
  await client.connect();
  try {
    await client.query("BEGIN");
    for (const text of ["SET LOCAL client_min_messages = warning", "SET LOCAL synchronous_commit = on"])
      await client.query(text);
    for (const { text, values } of statements) await client.query(text, [...values]);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
  if (warnings.length > 0) throw new Fault("the venue's tables are there, but PostgreSQL warns", { warnings });
}

/** @throws when there is no venue, or one that only a newer program reads */
export async function readTables(session: Session, until: number): Promise<VenueFacts> {
  const found = await findTables(session, until);
  if (found === null) throw new Fault("the database has no venue");
  return found;
}

/**
 * @returns null when there is no venue
 * @throws {WrittenByNewer} when only a newer program reads it
 */
export async function findTables(session: Session, until: number): Promise<VenueFacts | null> {
  const [columns] = await session.rows(venueStatement, until).catch((error) => {
    if (error instanceof Fault && error.details.code === UNDEFINED_TABLE) return [];
    throw error;
  });
  if (columns === undefined) return null;
  formatOf(columns);
  return venueOf(columns);
}
