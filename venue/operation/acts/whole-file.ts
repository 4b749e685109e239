// Small files by which two programs exchange a message: all of it or nothing is there to be read.

import { readFileSync, renameSync, writeFileSync } from "node:fs";

export function replaceFile(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** The other side may take a file away at any moment. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
