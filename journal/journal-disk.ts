// Everything that the journal needs of a file system. So the same journal code runs on the real disk and on a simulated one
// that tears writes, loses what was not synced, flips bits and fills up (testing/simulated-disk.ts).

import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { tryFileLock } from "./file-lock.ts";
import { topUpSpares, withSpareDescriptors } from "./spare-descriptors.ts";
import { type SyncDone, SyncThread } from "./sync-thread.ts";

/** What a reader of a file needs. */
export interface ReadFile {
  /** Size in bytes. */
  size(): number;
  /** Reads up to `into.length` bytes from byte `at`; returns how many there were. */
  read(into: Uint8Array, at: number): number;
  close(): void;
}

/** An open file. Every call throws the operating system's error (`code` is ENOSPC, EIO, …). */
export interface DiskFile extends ReadFile {
  /** Writes all of `bytes` at byte `at`. When it throws, a part of them may have been written. */
  write(bytes: Uint8Array, at: number): void;
  truncate(size: number): void;
  /** fdatasync: the file's bytes and size survive a power loss once it returns. */
  sync(): void;
  /** Like `sync`, but off this thread; `done` gets the error, or undefined. */
  syncLater(done: SyncDone): void;
  /** Like `syncLater`, for syncs that every caller waits for: nothing else that the process does delays it. */
  syncFirst(done: SyncDone): void;
  /**
   * Locks the file for this opening, until it is closed; false when another process, or another opening, has the lock. True
   * if the file system knows no locks: then there is only the lock of the data directory (lock.ts).
   */
  lock(): boolean;
  /** Whether `path` means this very file: the file may have been moved, deleted or replaced. */
  isAt(path: string): boolean;
  /** Distinguishes this file, as it is now, from another one and from itself after a change. */
  stamp(): string;
}

export interface Disk {
  /** `read` and `write` need an existing file; `create` makes an empty one, replacing what was there. */
  open(path: string, how: "read" | "write" | "create"): DiskFile;
  /** Names in a directory, sorted. A directory that does not exist is empty. */
  list(directory: string): string[];
  makeDirectory(directory: string): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Makes created, renamed and removed names in a directory survive a power loss. */
  syncDirectory(directory: string): void;
}

const FLAGS = { read: "r", write: "r+", create: "w+" } as const;

/** Everything that works on names. */
const names: Omit<Disk, "open"> = {
  list(directory) {
    try {
      return withSpareDescriptors(() => readdirSync(directory)).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  },
  makeDirectory: (directory) => void mkdirSync(directory, { recursive: true }),
  rename: renameSync,
  remove: unlinkSync,
  syncDirectory(directory) {
    const descriptor = withSpareDescriptors(() => openSync(directory, "r"));
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
      topUpSpares();
    }
  },
};

export const realDisk: Disk = diskWith(new SyncThread());

/** The file systems of this machine. */
export function diskWith(syncs: SyncThread): Disk {
  return { ...names, open: (path, how) => new RealFile(opened(path, how), syncs) };
}

function opened(path: string, how: keyof typeof FLAGS): number {
  const descriptor = withSpareDescriptors(() => openSync(path, FLAGS[how]));
  // Reading would report it too, but without the path.
  if (how !== "read" || !fstatSync(descriptor).isDirectory()) return descriptor;
  closeSync(descriptor);
  throw Object.assign(new Error(`EISDIR: a directory stands where a file should, open '${path}'`), {
    code: "EISDIR",
    syscall: "open",
  });
}

/** Whether an error says that a file or directory does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Whether an error says that a folder is in place of a file. */
export function isFolder(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EISDIR";
}

class RealFile implements DiskFile {
  private identity: { readonly ino: bigint; readonly dev: bigint } | undefined;

  constructor(
    private readonly descriptor: number,
    private readonly syncs: SyncThread,
  ) {}

  size(): number {
    return fstatSync(this.descriptor).size;
  }

  read(into: Uint8Array, at: number): number {
    let done = 0;
    while (done < into.length) {
      const count = readSync(this.descriptor, into, done, into.length - done, at + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  write(bytes: Uint8Array, at: number): void {
    let done = 0;
    // A write may take only a part of the bytes, for instance when the disk is nearly full.
    while (done < bytes.length) done += writeSync(this.descriptor, bytes, done, bytes.length - done, at + done);
  }

  truncate(size: number): void {
    ftruncateSync(this.descriptor, size);
  }

  sync(): void {
    fdatasyncSync(this.descriptor);
  }

  syncLater(done: SyncDone): void {
    fdatasync(this.descriptor, (error) => done(error ?? undefined));
  }

  syncFirst(done: SyncDone): void {
    this.syncs.sync(this.descriptor, done);
  }

  lock(): boolean {
    // A file that is locked will be synced, so the thread is started.
    this.syncs.start();
    return tryFileLock(this.descriptor) !== "in_use";
  }

  isAt(path: string): boolean {
    this.identity ??= fstatSync(this.descriptor, { bigint: true });
    const own = this.identity;
    try {
      const named = statSync(path, { bigint: true });
      return named.ino === own.ino && named.dev === own.dev;
    } catch (error) {
      // ENOTDIR means that a file is in place of its directory.
      if (isMissing(error) || (error instanceof Error && "code" in error && error.code === "ENOTDIR")) return false;
      throw error;
    }
  }

  stamp(): string {
    const { ino, mtimeNs, size } = fstatSync(this.descriptor, { bigint: true });
    return `${ino}-${mtimeNs}-${size}`;
  }

  close(): void {
    closeSync(this.descriptor);
    topUpSpares();
  }
}
