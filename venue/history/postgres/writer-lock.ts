// Which of several nodes writes: the one whose session holds the lock. PostgreSQL gives the lock to another node once that
// session is gone: because its process, its machine or its connection has failed, or because it has been idle for ten seconds.

import { Fault, WrittenByNewer } from "@evermark/engine";
import { POSTGRES_VERSION } from "../schema/schema.ts";
import { createAll } from "../tables/create-tables.ts";
import type { Progress } from "../tables/projected-progress.ts";
import { canMigrate } from "./bringing-up.ts";
import type { PostgresConnection } from "./line/line.ts";

/** The key of the advisory lock. Such locks are per database; the two numbers have no meaning. */
const LOCK = "1163282771, 1213416270";
/** The schema of all of history's tables. */
export const SCHEMA_NAME = "evermark_history";

/** @returns whether this node is now the one that writes. @throws {DatabaseAway} */
export function takeLock(line: PostgresConnection): boolean {
  line.connect("writes");
  const { rows } = line.ask("writes", [{ is: "script", text: `SELECT pg_try_advisory_lock(${LOCK})::text` }]);
  if (rows[0]![0] === "true") return true;
  line.drop("writes");
  return false;
}

/** From now on a node that stalls loses the lock, even if its machine keeps the connection open. @throws {DatabaseAway} */
export function dutyBegins(line: PostgresConnection): void {
  line.ask("writes", [{ is: "script", text: "SET idle_session_timeout = 10000" }]);
}

/** Keeps the session with the lock from seeming stalled, when nothing was written for a while. @throws {DatabaseAway} */
export function keepLock(line: PostgresConnection): void {
  line.ask("writes", [{ is: "script", text: "SELECT 1" }]);
}

/** Existing tables. */
export interface FoundTables {
  /** The position up to which they are complete. */
  readonly progress: Progress;
  /** Whether an earlier version made them, so that they must be migrated before they are read or written. */
  readonly isOlder: boolean;
}

/**
 * Creates the tables if there are none, over the session that has the lock.
 * @throws {DatabaseAway}; {WrittenByNewer} when a later version made the existing ones
 */
export function prepareTables(line: PostgresConnection, database: string): FoundTables {
  const found = line.ask("writes", [{ is: "script", text: `SELECT to_regclass('${SCHEMA_NAME}.meta')::text` }]);
  if (found.rows[0]![0] === null) line.ask("writes", [{ is: "script", text: creation() }]);
  return findTables(line, "writes", database)!;
}

/** @throws {WrittenByNewer} when a later version made the tables; {DatabaseAway} */
export function refuseLaterTables(line: PostgresConnection, database: string): void {
  try {
    findTables(line, "writes", database);
  } catch (error) {
    // Tables of an earlier version may be dropped.
    if (!(error instanceof OtherTables)) throw error;
  }
}

/** The tables are of an earlier version that this program can't migrate. */
class OtherTables extends Fault {}

export function dropTables(line: PostgresConnection): void {
  line.ask("writes", [{ is: "script", text: `DROP SCHEMA IF EXISTS ${SCHEMA_NAME} CASCADE` }]);
}

/** @returns null where there are no tables. @throws as `prepareTables` */
export function findTables(
  line: PostgresConnection,
  session: "reads" | "writes",
  database: string,
): FoundTables | null {
  const found = line.ask(session, [{ is: "script", text: `SELECT to_regclass('${SCHEMA_NAME}.meta')::text` }]);
  if (found.rows[0]![0] === null) return null;
  const meta = line.ask(session, [{ is: "script", text: "SELECT schema_version, position, checksum FROM meta" }]);
  const [version, position, checksum] = meta.rows[0] as [number, number, string];
  if (version > POSTGRES_VERSION)
    throw new WrittenByNewer(`history in ${database}`, `tables of version ${version}`, POSTGRES_VERSION);
  const isOlder = canMigrate(version);
  if (!isOlder && version < POSTGRES_VERSION)
    throw new OtherTables(
      `history in ${database} has tables of version ${version}, this program has ${POSTGRES_VERSION}`,
      {
        hint: "stop the nodes and run evermark rebuild-history",
      },
    );
  return { progress: { position, checksum }, isOlder };
}

function creation(): string {
  return `BEGIN; CREATE SCHEMA IF NOT EXISTS ${SCHEMA_NAME}; ${createAll("postgres")}
    INSERT INTO meta VALUES (0, ${POSTGRES_VERSION}, 0, ''); COMMIT`;
}
