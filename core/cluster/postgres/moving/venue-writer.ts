// Creates a venue in PostgreSQL with its whole journal, in one transaction. Until the transaction has ended no node finds a
// venue there, and an interrupted import leaves nothing, not even used space.

import { Fault } from "@evermark/engine";
import type { BatchRow } from "../../records/batch-row.ts";
import { moveStatement } from "../sql/node-statements.ts";
import {
  confirmStatement,
  insertBatchesStatement,
  lastBatchOf,
  lastBatchStatement,
  type Statement,
} from "../sql/postgres-statements.ts";
import { appendOutcome, type StatementAnswer } from "../sql/statement-outcomes.ts";
import { creation, findTables } from "../venue-tables.ts";
import { databaseAt } from "./database-words.ts";
import { ToolSession } from "./tool-session.ts";

/** One import at a time: a second one would wait for the first, and then fail. */
const LOCK = `SELECT pg_try_advisory_xact_lock(hashtext('evermark import')) AS is_ours,
  to_regnamespace('evermark') IS NOT NULL AS is_taken`;

/** Small batches are sent together: one statement for each would take most of the time. */
const SENT_ROWS_MAX = 500;
const SENT_BYTES = 1024 * 1024;

/**
 * Leaves the configuration that nodes have in common to the first node.
 * @param rows contiguous, from the first one on; if they throw, nothing is left behind
 * @param now a sandbox whose time is ahead of this is stored as moved
 * @returns what an operator should know about the server
 * @throws {Fault} when the database has no venue of these rows, or when that is not known
 */
export async function writeVenue(url: string, rows: Iterable<BatchRow>, now: number): Promise<readonly string[]> {
  const session = await ToolSession.open(url, "import");
  try {
    await assertNoVenue(session, url);
    await session.rows(statement("BEGIN"));
    const [lock] = await session.rows(statement(LOCK));
    if (lock!.is_ours !== "t") throw new Fault(underWay(url));
    if (lock!.is_taken === "t")
      throw new Fault(`the database at ${databaseAt(url)} has a schema "evermark" already; name an empty one`);
    await insertAll(session, rows, now);
    await commit(session, url);
    return session.warnings;
  } finally {
    await session.close();
  }
}

function statement(text: string): Statement {
  return { name: "", text, values: [] };
}

async function assertNoVenue(session: ToolSession, url: string): Promise<void> {
  const found = await session.read(findTables);
  if (found === null) return;
  const [columns] = await session.rows(lastBatchStatement);
  const { batch, last, hash } = lastBatchOf(columns!);
  throw new Fault(
    `the database at ${databaseAt(url)} has a venue already: ${hex(found.name)}, ${batch} batches up to position ${last} ` +
      `with hash ${hex(hash)}; name an empty database`,
  );
}

async function insertAll(session: ToolSession, rows: Iterable<BatchRow>, now: number): Promise<void> {
  let [last, at] = [0, 0];
  let waiting: BatchRow[] = [];
  let bytes = 0;
  const send = async () => {
    if (waiting.length > 0) await session.rows(insertBatchesStatement(waiting));
    waiting = [];
    bytes = 0;
  };
  for (const row of rows) {
    last = row.batch;
    at = row.at;
    if (last === 1) {
      for (const each of creation(row)) await session.rows(each);
      continue;
    }
    waiting.push(row);
    bytes += row.records.length + row.origins.length;
    if (waiting.length === SENT_ROWS_MAX || bytes >= SENT_BYTES) await send();
  }
  await send();
  await session.rows(confirmStatement(last));
  if (at > now) await session.rows(moveStatement({ ms: at - now, from: now, before: 0 }));
}

async function commit(session: ToolSession, url: string): Promise<void> {
  const answer = await session.answer(statement("COMMIT"));
  if (answer.is === "done" && answer.isPlain) return;
  if (answer.is === "done") {
    throw new Fault(
      `the venue is in the database at ${databaseAt(url)}, but PostgreSQL warned: its standby may not have it. Wait until it ` +
        "has caught up (pg_stat_replication) before a node is started",
    );
  }
  if (isUndone(answer))
    throw new Fault(`PostgreSQL at ${databaseAt(url)} refuses, and nothing was imported: ${answer.message}`);
  throw new Fault(
    `the connection to PostgreSQL at ${databaseAt(url)} was lost at the very end: it is not known whether the venue is there. ` +
      "Import again: if it is, that is refused, and the refusal names its last position and hash",
  );
}

/** Whether the server says that nothing was written, as for an append; the session then lives. */
function isUndone(answer: StatementAnswer): answer is Extract<StatementAnswer, { is: "error" }> {
  return answer.is === "error" && appendOutcome(answer) === "failed";
}

function underWay(url: string): string {
  return (
    `another import into ${databaseAt(url)} is under way: wait for it. If its machine is gone, end its session: ` +
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'evermark import'"
  );
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
