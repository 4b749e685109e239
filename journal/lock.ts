// One process per data directory. The lock is an exclusive SQLite transaction on `lock.db`, held for as long as the
// process lives: SQLite takes the operating system's file lock on every platform, and the kernel releases it with the
// process, also after `kill -9`. A pid file alone could not do that: it stays, and pids are reused. `lock.pid` is only
// there to name the holder.

import { Database } from "bun:sqlite";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DirectoryInUse } from "./corrupt.ts";
import { isMissing } from "./disk.ts";

/** Databases whose lock is held: one that nobody references would be closed by the garbage collector. */
const held = new Set<Database>();

export interface DirectoryLock {
  release(): void;
}

/**
 * Takes the lock of a data directory, which is made when missing.
 * @throws {DirectoryInUse} when another process, or this one, holds it
 */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true });
  // Nothing else may open lock.db in this process: closing any descriptor of a file drops the process's lock on it.
  const database = new Database(join(directory, "lock.db"), { create: true });
  const pidFile = join(directory, "lock.pid");
  try {
    database.run("PRAGMA busy_timeout = 0");
    database.run("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new DirectoryInUse(directory, readPid(pidFile));
    throw error;
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
    return Number.isSafeInteger(pid) ? pid : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
