// The lock for file systems on which a directory itself can't be locked: an exclusive SQLite transaction on `lock.db`.
// SQLite takes the operating system's file lock on every platform, and the kernel releases it with the process. Deleting
// the file while it is held lets a second process in, so this is only the second-best lock.

import { Database } from "bun:sqlite";
import { join } from "node:path";

/** Databases whose lock is held: the garbage collector would close one that is not referenced. */
const held = new Set<Database>();

/** Takes the lock, and returns the function that releases it; null when another process, or this one, has it. */
export function takeLockFile(directory: string): (() => void) | null {
  // Nothing else may open lock.db in this process: closing any descriptor of a file drops the process's lock on it.
  const database = new Database(join(directory, "lock.db"), { create: true });
  try {
    database.run("PRAGMA busy_timeout = 0");
    database.run("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  held.add(database);
  return () => {
    if (held.delete(database)) database.close();
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
