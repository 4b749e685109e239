// A data directory on a small disk that can be filled: a file system in memory, if this process may mount one.

import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";

const SIZE = "24m";
const PIECE = new Uint8Array(4_096);

interface SmallFileSystem extends Disposable {
  readonly dataDirectory: string;
  /** Fills the disk except for `spareBytes`, which are 0 by default. */
  fill(spareBytes?: number): void;
  makeRoom(): void;
}

/** Whether this process may mount a file system. This requires root on Linux. */
export function canMount(): boolean {
  using temporary = temporaryDirectory();
  const isMounted = mount(temporary.path);
  if (isMounted) unmount(temporary.path);
  return isMounted;
}

/** @throws {Error} where `canMount` is false */
export function smallFileSystem(): SmallFileSystem {
  const temporary = temporaryDirectory();
  if (!mount(temporary.path)) throw new Error("no file system can be mounted");
  const filler = join(temporary.path, "filler");
  return {
    dataDirectory: join(temporary.path, "data"),
    fill(spareBytes = 0) {
      writeUntilFull(filler);
      truncateSync(filler, Math.max(0, statSync(filler).size - spareBytes));
    },
    makeRoom: () => rmSync(filler),
    [Symbol.dispose]() {
      unmount(temporary.path);
      temporary[Symbol.dispose]();
    },
  };
}

function mount(path: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", path]).status === 0;
}

function unmount(path: string): void {
  // Detached at once, and removed when the last process with an open file ends.
  spawnSync("umount", ["-l", path]);
}

function writeUntilFull(path: string): void {
  const file = openSync(path, "a");
  try {
    for (;;) writeSync(file, PIECE);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}
