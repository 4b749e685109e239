// What an operator reads of a database that does not answer: which one it is, and why.

import { Fault } from "@evermark/engine";

/** Where a database is, without the password that its address may have. */
export function databaseAt(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** What keeps PostgreSQL from answering, with which one it is. */
export async function said<Result>(url: string, asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw Object.assign(new Fault(`PostgreSQL at ${databaseAt(url)}: ${reasonOf(error)}`), { cause: error });
  }
}

/** A name that means several addresses fails once for each, and the whole says nothing. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
