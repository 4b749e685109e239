// Replaces a small file atomically and durably.

import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** @throws errors of the file system */
export async function replaceDurably(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, "w");
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const directory = await open(dirname(path), "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
