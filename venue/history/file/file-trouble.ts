// Classifies what can go wrong with the history file. A full disk, or a lock held by another program, is passing trouble:
// what could not be written is projected again later. Damage to the file is permanent, but nothing is lost: the file is
// rebuilt from the journal, or from the kept copy and the journal. Every other error is a fault of ours.

import { PagesDamaged } from "./page-sums.ts";

type Trouble = "passing" | "damage";

/** Passing errors, by SQLite's and the operating system's codes, each with an explanation for the operator. */
const PASSING: readonly [code: RegExp, what: string][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, "its disk is full"],
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, "another program has its file locked"],
  [/^(EMFILE|ENFILE)/, "the process may open no more files"],
  [/^(SQLITE_READONLY|EROFS|EACCES|EPERM)/, "its file can't be written"],
  [/^(SQLITE_CANTOPEN)/, "its file can't be opened"],
  [/^(SQLITE_IOERR(?!_READ|_CORRUPTFS)|EIO)/, "its disk fails"],
];

/** Codes that mean that reading does not return what was written. */
const DAMAGE = /^(SQLITE_NOTADB|SQLITE_CORRUPT|SQLITE_IOERR_READ|SQLITE_IOERR_CORRUPTFS)/;

/** @returns undefined for an error that the file did not cause */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof PagesDamaged) return "damage";
  const code = codeOf(error);
  if (DAMAGE.test(code)) return "damage";
  // The statements are ours and were written for these tables, so a missing table or column means damage.
  if (code === "SQLITE_ERROR" && error instanceof Error && error.message.startsWith("no such")) return "damage";
  return PASSING.some(([known]) => known.test(code)) ? "passing" : undefined;
}

/** An error in an operator's words, followed by the original message. */
export function messageOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const what = PASSING.find(([known]) => known.test(codeOf(error)))?.[1];
  return what === undefined ? said : `${what} (${said})`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
