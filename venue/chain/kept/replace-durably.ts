// A small file in place of another: whole or not at all, and on the disk.

import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** @throws what the file system says */
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
