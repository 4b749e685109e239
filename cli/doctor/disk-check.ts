// Checks the disk under the data directory: free space, kind of file system, whether it supports locks, and how long a
// sync takes, since every order waits for one. The trial runs in a directory of its own, so a running venue is not
// affected.

import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { lockDirectory } from "@evermark/journal";
import { type Finding, failed, ok, warning } from "./finding.ts";

export interface Disk {
  readonly freeBytes: number;
  readonly allBytes: number;
  /** The kind of file system, by Linux's number for it. */
  readonly type: number;
  readonly hasLocks: boolean;
  /** The median of several syncs. */
  readonly syncMs: number;
}

const GIB = 2 ** 30;
const FREE_BYTES_MIN = GIB;
const FREE_PART_MIN = 0.1;
const SYNC_MS_GOOD = 5;
const SYNC_MS_MAX = 50;
const SYNCS = 15;
const BATCH = new Uint8Array(4_096);

/** File systems that are not on a disk of this machine. */
const KINDS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS, a network file system"],
  [0xff534d42, "CIFS, a network file system"],
  [0xfe534d42, "SMB, a network file system"],
  [0x01021997, "9p, a file system of another machine"],
  [0x65735546, "FUSE, a file system that a program provides"],
]);
const IN_MEMORY = 0x01021994;

export function checkDisk({ freeBytes, allBytes, type, hasLocks, syncMs }: Disk): Finding[] {
  return [room(freeBytes, allBytes), kind(type, hasLocks), speed(syncMs)];
}

function room(freeBytes: number, allBytes: number): Finding {
  const text = `${gib(freeBytes)} of ${gib(allBytes)} GiB are free`;
  const remedy = "make room, or set journal.prune";
  if (freeBytes < FREE_BYTES_MIN) return failed("room", text, remedy);
  return freeBytes < FREE_PART_MIN * allBytes ? warning("room", text, remedy) : ok("room", text);
}

function kind(type: number, hasLocks: boolean): Finding {
  if (type === IN_MEMORY)
    return failed("disk", "it is memory, and loses everything when the power fails", "choose a disk");
  const remote = KINDS.get(type);
  if (remote !== undefined) return failed("disk", `it is ${remote}`, "put the data directory on a local disk");
  if (hasLocks) return ok("disk", "a local file system that supports locks");
  return warning(
    "disk",
    "its file system does not support locks",
    "never delete lock.db while the venue runs, or choose another disk",
  );
}

function speed(syncMs: number): Finding {
  const text = `a sync takes ${syncMs.toFixed(2)} ms, and an order takes at least as long`;
  const remedy = "choose a disk that syncs faster";
  if (syncMs > SYNC_MS_MAX) return failed("sync", text, remedy);
  return syncMs > SYNC_MS_GOOD ? warning("sync", text, remedy) : ok("sync", text);
}

/** @throws what the system says when nothing can be written there */
export function tryDisk(dataDirectory: string): Disk {
  const directory = mkdtempSync(join(dataDirectory, "doctor-"));
  try {
    const { bavail, blocks, bsize, type } = statfsSync(directory);
    const lock = lockDirectory(directory);
    const hasLocks = !lock.isOnFile;
    lock.release();
    return {
      freeBytes: bavail * bsize,
      allBytes: blocks * bsize,
      type: type >>> 0,
      hasLocks,
      syncMs: syncsOf(directory),
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function syncsOf(directory: string): number {
  const file = openSync(join(directory, "syncs"), "w");
  try {
    const times = Array.from({ length: SYNCS }, (_, i) => {
      writeSync(file, BATCH, 0, BATCH.length, i * BATCH.length);
      const started = performance.now();
      fdatasyncSync(file);
      return performance.now() - started;
    });
    return times.toSorted((a, b) => a - b)[SYNCS >> 1]!;
  } finally {
    closeSync(file);
  }
}

function gib(bytes: number): string {
  return (bytes / GIB).toFixed(1);
}
