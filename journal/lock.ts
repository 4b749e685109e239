// One process per data directory. The lock is on the open directory itself, so that deleting or replacing files in it does
// not get past the lock. The segment that is written to has a lock of its own (journal-disk.ts), which stays with it
// wherever it is moved. `lock.pid` only names the holder: as a lock it would not do, because a pid file stays behind, and
// pids are reused.

import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DirectoryInUse } from "./corrupt.ts";
import { type FileLock, tryFileLock } from "./file-lock.ts";
import { takeLockFile } from "./lock-file.ts";

export interface DirectoryLock {
  /** Whether the lock is on a file that must not be deleted, because the file system has none for directories. */
  readonly isOnFile: boolean;
  release(): void;
}

/**
 * Takes the lock of a data directory, which is created if missing.
 * @param tryLock how an open file is locked
 * @throws {DirectoryInUse} when another process, or this one, holds the lock
 */
export function lockDirectory(
  directory: string,
  tryLock: (descriptor: number) => FileLock = tryFileLock,
): DirectoryLock {
  mkdirSync(directory, { recursive: true });
  const descriptor = openSync(directory, "r");
  try {
    const found = tryLock(descriptor);
    const unlockFile = found === "unsupported" ? takeLockFile(directory) : () => {};
    if (found === "in_use" || unlockFile === null) throw new DirectoryInUse(directory, readPid(directory));
    writePid(directory);
    return { isOnFile: found === "unsupported", release: once(() => closeAll(unlockFile, descriptor)) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function closeAll(unlockFile: () => void, descriptor: number): void {
  unlockFile();
  closeSync(descriptor);
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}

function pidFile(directory: string): string {
  return join(directory, "lock.pid");
}

/** On a full or read-only disk the lock is held without naming the holder. */
function writePid(directory: string): void {
  try {
    writeFileSync(pidFile(directory), `${process.pid}\n`);
  } catch {
    // See above.
  }
}

function readPid(directory: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile(directory), "utf8"), 10);
    return Number.isSafeInteger(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}
