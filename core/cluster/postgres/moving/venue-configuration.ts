// The configuration that all nodes of a venue have in common: one text, which the venue's database keeps. Its content has
// no meaning here; it only has to be the same for all nodes.

import { Fault } from "@evermark/engine";
import { FORMAT, FROM_FORMAT } from "../sql/postgres-schema.ts";
import { formatOf, type Statement, venueStatement } from "../sql/postgres-statements.ts";
import { findTables } from "../venue-tables.ts";
import { databaseAt } from "./database-words.ts";
import { ToolSession } from "./tool-session.ts";

/** @returns null when the database has no venue; "" when no node has stored a configuration yet */
export function readConfiguration(url: string): Promise<string | null> {
  return overSession(url, async (session) => (await session.read(findTables))?.configuration ?? null);
}

/**
 * Called when a node starts: stores its configuration if the venue has none yet.
 * @throws {Fault} when the venue has another one
 */
export function keepConfiguration(url: string, configuration: string): Promise<void> {
  return overSession(url, async (session) => {
    await bringUpTables(session);
    await replace(session, "", configuration);
    const kept = await session.read(findTables);
    if (kept?.configuration === configuration) return;
    throw new Fault(
      `the venue at ${databaseAt(url)} was given another configuration while this node started: start it again`,
    );
  });
}

/** @throws {Fault} when the configuration is no longer `before` */
export function changeConfiguration(url: string, before: string, after: string): Promise<void> {
  return overSession(url, async (session) => {
    await bringUpTables(session);
    if (await replace(session, before, after)) return;
    throw new Fault(`the configuration of the venue at ${databaseAt(url)} was changed meanwhile: look at it again`);
  });
}

/** Adds to an earlier version's tables what they lack. Nodes do this one after the other. */
async function bringUpTables(session: ToolSession): Promise<void> {
  if ((await formatNow(session)) >= FORMAT) return;
  await session.rows(statement("BEGIN"));
  // Two nodes creating the same table would get in each other's way.
  await session.rows(statement("SELECT pg_advisory_xact_lock(hashtext('evermark tables'))"));
  for (let from = await formatNow(session); from < FORMAT; from++) {
    for (const text of FROM_FORMAT[from]!) await session.rows(statement(text));
    await session.rows(statement("UPDATE evermark.venue SET format = $1", [from + 1]));
  }
  await session.rows(statement("COMMIT"));
}

async function formatNow(session: ToolSession): Promise<number> {
  const [columns] = await session.rows(venueStatement);
  if (columns === undefined) throw new Fault("the database has no venue");
  return formatOf(columns);
}

async function replace(session: ToolSession, before: string, after: string): Promise<boolean> {
  const text = "UPDATE evermark.venue SET configuration = $2 WHERE configuration = $1 RETURNING format";
  return (await session.rows(statement(text, [before, after]))).length > 0;
}

function statement(text: string, values: Statement["values"] = []): Statement {
  return { name: "", text, values };
}

async function overSession<Result>(url: string, use: (session: ToolSession) => Promise<Result>): Promise<Result> {
  const session = await ToolSession.open(url, "configure");
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}
