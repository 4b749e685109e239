// A real directory whose disk can be filled: a tmpfs of 1 MiB if the process may mount one (root on Linux), otherwise the
// real disk with a limit in front of it.

import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Disk, realDisk } from "../journal-disk.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

interface SmallDisk extends Disposable {
  readonly directory: string;
  readonly disk: Disk;
  /** Leaves no space for anything more. */
  fill(): void;
  makeRoom(): void;
}

export function smallDisk(): SmallDisk {
  const temporary = temporaryDirectory();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", temporary.path]).status === 0;
  return mounted ? smallFileSystem(temporary) : limitedDisk(temporary);
}

function smallFileSystem(temporary: { readonly path: string } & Disposable): SmallDisk {
  const filler = join(temporary.path, "filler");
  return {
    directory: join(temporary.path, "journal"),
    disk: realDisk,
    fill() {
      try {
        writeFileSync(filler, new Uint8Array(2 * 1024 * 1024));
      } catch {
        // Meant to end with ENOSPC: what fitted is there, and nothing more fits.
      }
    },
    makeRoom: () => rmSync(filler),
    [Symbol.dispose]() {
      spawnSync("umount", ["-l", temporary.path]);
      temporary[Symbol.dispose]();
    },
  };
}

function limitedDisk(temporary: { readonly path: string } & Disposable): SmallDisk {
  let full = false;
  const disk: Disk = {
    ...realDisk,
    open(path, how) {
      const file = realDisk.open(path, how);
      return {
        size: () => file.size(),
        read: (into, at) => file.read(into, at),
        write(bytes, at) {
          if (full) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
          file.write(bytes, at);
        },
        truncate: (size) => file.truncate(size),
        sync: () => file.sync(),
        syncLater: (done) => file.syncLater(done),
        syncFirst: (done) => file.syncFirst(done),
        lock: () => file.lock(),
        isAt: (named) => file.isAt(named),
        stamp: () => file.stamp(),
        close: () => file.close(),
      };
    },
  };
  return {
    directory: join(temporary.path, "journal"),
    disk,
    fill: () => {
      full = true;
    },
    makeRoom: () => {
      full = false;
    },
    [Symbol.dispose]: () => temporary[Symbol.dispose](),
  };
}
