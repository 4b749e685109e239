// One process per data directory, whatever is done to the files in it.

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DirectoryInUse } from "./corrupt.ts";
import { tryFileLock } from "./file-lock.ts";
import { type DirectoryLock, lockDirectory } from "./lock.ts";
import { temporaryDirectory } from "./testing/temporary-directory.ts";

/** A process that holds a directory until it is killed. */
async function holder(directory: string): Promise<{ readonly pid: number; kill(): Promise<void> }> {
  const program = join(import.meta.dir, "testing/appending-process.ts");
  const child = Bun.spawn([process.execPath, program, directory, "hold"], { stdout: "pipe", stderr: "inherit" });
  await child.stdout.getReader().read();
  return {
    pid: child.pid,
    async kill() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

test("a directory is refused to a second process, which gets the pid of the first; kill -9 frees it", async () => {
  using temporary = temporaryDirectory();
  const { pid, kill } = await holder(temporary.path);
  expect(() => lockDirectory(temporary.path)).toThrow(
    `data directory ${temporary.path} is in use by process ${pid}; stop it first, or choose another directory`,
  );
  await kill();
  const lock = lockDirectory(temporary.path);
  expect(lock.isOnFile).toBe(false);
  expect(readFileSync(join(temporary.path, "lock.pid"), "utf8")).toBe(`${process.pid}\n`);
  expect(() => lockDirectory(temporary.path)).toThrow(DirectoryInUse);
  lock.release();
  lock.release();
  lockDirectory(temporary.path).release();
});

test("deleting or replacing files does not let a second process in", async () => {
  using temporary = temporaryDirectory();
  const { kill } = await holder(temporary.path);
  for (const name of readdirSync(temporary.path)) rmSync(join(temporary.path, name), { recursive: true });
  expect(() => lockDirectory(temporary.path)).toThrow("is in use by another process; stop it first");
  for (const name of ["lock.pid", "lock.db"]) writeFileSync(join(temporary.path, name), "something else");
  expect(() => lockDirectory(temporary.path)).toThrow(DirectoryInUse);
  await kill();
  lockDirectory(temporary.path).release();
});

test("the lock stays with a directory that is renamed, and another directory in its place is not locked", async () => {
  using temporary = temporaryDirectory();
  const [before, after] = [join(temporary.path, "before"), join(temporary.path, "after")];
  const lock = lockDirectory(before);
  renameSync(before, after);
  expect(() => lockDirectory(after)).toThrow(DirectoryInUse);
  mkdirSync(before);
  lockDirectory(before).release();
  lock.release();
});

test("a directory that the file system can't lock is held by a file in it", () => {
  using temporary = temporaryDirectory();
  const lockOnFile = (): DirectoryLock => lockDirectory(temporary.path, () => "unsupported");
  const lock = lockOnFile();
  expect(lock.isOnFile).toBe(true);
  expect(existsSync(join(temporary.path, "lock.db"))).toBe(true);
  expect(lockOnFile).toThrow(
    `data directory ${temporary.path} is in use by process ${process.pid}; stop it first, or choose another directory`,
  );
  lock.release();
  lockOnFile().release();
});

test("an error of the system while locking is a fault, never a lock", () => {
  using temporary = temporaryDirectory();
  const refuse = () => {
    throw new Error("the system is in trouble");
  };
  expect(() => lockDirectory(temporary.path, refuse)).toThrow("the system is in trouble");
  lockDirectory(temporary.path).release();
  // A descriptor that does not exist: the error that a network file system reports for a directory.
  expect(tryFileLock(1_000_000)).toBe("unsupported");
});
