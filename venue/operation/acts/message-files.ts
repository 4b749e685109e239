// Small files through which two programs exchange messages: a reader finds the whole message or none.

import { readFileSync, renameSync, writeFileSync } from "node:fs";

export function replaceFile(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** Reads a file that the other program may remove at any moment. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
