// The files that make up a history: the database and those that belong to it. They are moved together. A history that is not
// continued is never deleted: it is renamed, for an operator to look at.

import { existsSync, renameSync, rmSync } from "node:fs";
import { setAside } from "@evermark/journal/set-aside.ts";

/** Suffixes: the database itself, SQLite's log and its index, the sums of the pages. */
const PARTS = ["", "-wal", "-shm", "-sums"] as const;

/** @returns the new name; undefined when there was nothing to set aside */
export function setHistoryAside(path: string): string | undefined {
  return PARTS.some((part) => existsSync(path + part)) ? setAside(path, PARTS) : undefined;
}

/** Only for a history that holds nothing. */
export function deleteTables(path: string): void {
  for (const part of PARTS) rmSync(path + part, { force: true });
}

/** Renames the parts of a finished file to their final names, the database last: once it is there, everything is. */
export function putInPlace(unfinished: string, path: string): void {
  for (const part of ["-sums", ""]) renameSync(unfinished + part, path + part);
}
