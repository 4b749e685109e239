// Words for an operator about a database that does not answer: which database it is, and why.

import { Fault } from "@evermark/engine";

/** A database's host and name, without the password that its address may hold. */
export function databaseAt(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Waits for an answer; an error then names the database and the reason. */
export async function withDatabaseNamed<Result>(url: string, asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw Object.assign(new Fault(`PostgreSQL at ${databaseAt(url)}: ${reasonOf(error)}`), { cause: error });
  }
}

/** A host name with several addresses fails once for each of them; the error as a whole has no message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
