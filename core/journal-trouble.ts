// Why the journal can't be written, in words for callers, and what an operator should do about it.

import { JournalMoved } from "@evermark/journal/corrupt.ts";

interface JournalTrouble {
  readonly reason: string;
  readonly remedy: string;
}

const FULL: JournalTrouble = {
  reason: "the venue's disk is full",
  remedy: "make room; the venue then continues by itself",
};

const TROUBLES: Readonly<Record<string, JournalTrouble>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: {
    reason: "the venue's disk is read-only",
    remedy:
      "stop the venue, check the disk, mount it so that it can be written, start again; if it becomes writable without that, the venue continues by itself",
  },
};

const MOVED: JournalTrouble = {
  reason: "the journal's files were moved",
  remedy: "stop the venue, put them back, start again",
};

const OTHER: JournalTrouble = {
  reason: "the journal can't be written",
  remedy: "check the disk; once the journal can be written, the venue continues by itself",
};

/** The reason for callers to read. Further details for the operator, especially paths, are in the log. */
export function journalTrouble(error: Error): string {
  return troubleOf(error).reason;
}

export function journalRemedy(error: Error): string {
  return troubleOf(error).remedy;
}

function troubleOf(error: Error): JournalTrouble {
  if (error instanceof JournalMoved) return MOVED;
  return ("code" in error && TROUBLES[String(error.code)]) || OTHER;
}
