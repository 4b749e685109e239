// A data directory on a disk that can fail while a venue runs: an ext4 file system in a file, if this process may mount
// one. It fails like a real one whose disk returns wrong data: the kernel makes it read-only at once, even for open
// files, and only unmounting and mounting makes it writable again.

import { spawnSync } from "node:child_process";
import { truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";

const SIZE_BYTES = 64 * 1024 * 1024;

interface FailingFileSystem extends Disposable {
  readonly dataDirectory: string;
  /** From now on, nothing can be written. */
  fail(): void;
  /** What an operator does after that, once no process has a file on it open. */
  repair(): void;
}

/** Whether this process may mount a file system and make the kernel detect an error. This requires root on Linux. */
export function canFail(): boolean {
  try {
    const disk = failingFileSystem();
    disk.fail();
    disk[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}

/** @throws {Error} where `canFail` is false */
export function failingFileSystem(): FailingFileSystem {
  const temporary = temporaryDirectory();
  const image = join(temporary.path, "image");
  const mountedAt = join(temporary.path, "mounted");
  writeFileSync(image, "");
  truncateSync(image, SIZE_BYTES);
  run("mkfs.ext4", ["-q", image]);
  run("mkdir", [mountedAt]);
  const mount = () => run("mount", ["-o", "loop,errors=remount-ro", image, mountedAt]);
  mount();
  return {
    dataDirectory: join(mountedAt, "data"),
    fail() {
      const device = basename(run("findmnt", ["-no", "SOURCE", mountedAt]).trim());
      writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, "a test");
    },
    repair() {
      run("umount", [mountedAt]);
      // Exit code 1 means that errors were corrected.
      run("e2fsck", ["-p", image], [0, 1]);
      mount();
    },
    [Symbol.dispose]() {
      // Detached at once, and removed when the last process with an open file ends.
      spawnSync("umount", ["-l", mountedAt]);
      temporary[Symbol.dispose]();
    },
  };
}

/** @throws {Error} with the output of the program */
function run(program: string, parameters: readonly string[], good: readonly number[] = [0]): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { encoding: "utf8" });
  if (error !== undefined) throw error;
  if (status === null || !good.includes(status)) throw new Error(`${program} exited with ${status}: ${stderr}`);
  return stdout;
}
