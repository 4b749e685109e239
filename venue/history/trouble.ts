// Tells apart what can be wrong with the history file. A disk without room, another program that has the file locked, or a
// process that has as many files open as it may, passes: what could not be written is projected again later. A damaged file does not, but nothing in it is lost: the
// journal says it again. Everything else is a fault of ours.

import { isOutOfDescriptors } from "@evermark/journal/spare-descriptors.ts";

type Trouble = "passing" | "damage";

/** Undefined for an error that the file is not the reason of. */
export function troubleOf(error: unknown): Trouble | undefined {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (isOutOfDescriptors(error) || code.startsWith("SQLITE_CANTOPEN")) return "passing";
  if (code === "SQLITE_FULL" || code.startsWith("SQLITE_IOERR") || code.startsWith("SQLITE_BUSY")) return "passing";
  if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT")) return "damage";
  return undefined;
}
