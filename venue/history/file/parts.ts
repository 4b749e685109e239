// A history file is a database with what belongs to it. It moves as a whole, and one that is not gone on from is never
// deleted: it gets another name, for an operator to look at.

import { existsSync, renameSync, rmSync } from "node:fs";
import { setAside } from "@evermark/journal/set-aside.ts";

/** Behind its name: itself, SQLite's log and the index of that, the sums of its pages. */
const PARTS = ["", "-wal", "-shm", "-sums"] as const;

/** @returns the new name; undefined when there was nothing to set aside */
export function setHistoryAside(path: string): string | undefined {
  return PARTS.some((part) => existsSync(path + part)) ? setAside(path, PARTS) : undefined;
}

/** Of a history that holds nothing. */
export function deleteTables(path: string): void {
  for (const part of PARTS) rmSync(path + part, { force: true });
}

/** Gives the parts of a finished file their place, the database last: with it, all of it is there. */
export function putInPlace(unfinished: string, path: string): void {
  for (const part of ["-sums", ""]) renameSync(unfinished + part, path + part);
}
