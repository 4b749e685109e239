// A history file that is not gone on from is never deleted: it gets another name beside the new one, for someone to look at.

import { existsSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** What belongs to a database: itself, SQLite's log and the index of that, the sums of its pages. */
const PARTS = ["", "-wal", "-shm", "-sums"] as const;

/** @returns the new name; undefined when there was nothing to set aside */
export function setAside(path: string): string | undefined {
  const parts = PARTS.filter((part) => existsSync(path + part));
  if (parts.length === 0) return undefined;
  const aside = freeName(path);
  for (const part of parts) renameSync(path + part, aside + part);
  return basename(aside);
}

/** Gives the parts of a finished file their place, the database last: with it, all of it is there. */
export function putInPlace(unfinished: string, path: string): void {
  for (const part of ["-sums", ""]) renameSync(unfinished + part, path + part);
}

/** `history.sqlite` becomes `history.aside-1.sqlite`, or the next number that is free. */
function freeName(path: string): string {
  const stem = basename(path, ".sqlite");
  const taken = new Set(readdirSync(dirname(path)));
  for (let number = 1; ; number++) {
    const name = `${stem}.aside-${number}.sqlite`;
    if (PARTS.every((part) => !taken.has(name + part))) return join(dirname(path), name);
  }
}
