// Distinguishes what can be wrong with the history file. A disk without room, or another program that has the file locked,
// passes: what could not be written is projected again later. A damaged file does not, but nothing in it is lost: the
// journal, or the kept copy and the journal, say it again. Everything else is a fault of ours.

import { PagesDamaged } from "./page-sums.ts";

type Trouble = "passing" | "damage";

/** Of the disk, of SQLite's and of the operating system's: what is the case, in an operator's words. */
const PASSING: readonly [code: RegExp, what: string][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, "its disk is full"],
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, "another program has its file locked"],
  [/^(EMFILE|ENFILE)/, "the process may open no more files"],
  [/^(SQLITE_READONLY|EROFS|EACCES|EPERM)/, "its file can't be written"],
  [/^(SQLITE_CANTOPEN)/, "its file can't be opened"],
  [/^(SQLITE_IOERR(?!_READ|_CORRUPTFS)|EIO)/, "its disk fails"],
];

/** What reading does not give back as it was written. */
const DAMAGE = /^(SQLITE_NOTADB|SQLITE_CORRUPT|SQLITE_IOERR_READ|SQLITE_IOERR_CORRUPTFS)/;

/** Undefined for an error that the file is not the reason of. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof PagesDamaged) return "damage";
  const code = codeOf(error);
  if (DAMAGE.test(code)) return "damage";
  // The statements are ours and were made for these tables.
  if (code === "SQLITE_ERROR" && error instanceof Error && error.message.startsWith("no such")) return "damage";
  return PASSING.some(([known]) => known.test(code)) ? "passing" : undefined;
}

/** An error as one says it: what is the case, and what the disk or SQLite said of it. */
export function messageOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const what = PASSING.find(([known]) => known.test(codeOf(error)))?.[1];
  return what === undefined ? said : `${what} (${said})`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
