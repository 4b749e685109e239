// A local chain's state in a file: Anvil's dump, which is JSON, compressed. It is replaced atomically and durably,
// because credits rest on it.

import { createReadStream, createWriteStream, existsSync, rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

/** @param dump the answer of `anvil_dumpState` */
export async function writeState(path: string, dump: string): Promise<void> {
  const unfinished = `${path}.new`;
  const file = await open(unfinished, "w");
  try {
    await file.writeFile(Buffer.from(dump.slice(2), "hex"));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  const directory = await open(dirname(path), "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Unpacks the state to where Anvil reads it.
 * @returns false when there is none
 * @throws {Error} when it is damaged
 */
export async function unpackState(path: string, to: string): Promise<boolean> {
  rmSync(to, { force: true });
  if (!existsSync(path)) return false;
  await pipeline(createReadStream(path), createGunzip(), createWriteStream(to));
  return true;
}
