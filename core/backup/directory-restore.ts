// Restores a backup to a data directory that a venue can start on. Every object is checked against its hash, and the
// assembled journal is checked along its chain up to the hash that the backup recorded. `durable.mark` is written last:
// without it, a venue that holds money does not start on what is there.
//
// A backup that is still being written to may lose objects that the manifest read here names and a newer one does not. The
// newer manifest is then read, and files that both name are not read again.

import { dirname, join } from "node:path";
import { Fault } from "@evermark/engine";
import { type Disk, realDisk, verifyJournal } from "@evermark/journal";
import { MarkWriter } from "@evermark/journal/mark.ts";
import { writeOldestKept } from "@evermark/journal/prune.ts";
import { writeSegmentMemory } from "@evermark/journal/segment-memory.ts";
import { type DataPaths, dataPaths } from "../data-directory.ts";
import { writeGenesis } from "../genesis-file.ts";
import { cutBehind, type Point } from "./earlier-point.ts";
import { type Manifest, type ReadManifest, readManifest, type SegmentEntry } from "./manifest.ts";
import { BackupDamaged, type FileEntry, getObject } from "./objects.ts";
import type { Store } from "./store.ts";

export interface Restored {
  readonly venue: string;
  /** Position of the last command. */
  readonly position: number;
  /** The hash of the chain at that position, in hexadecimal. */
  readonly hash: string;
  readonly bytes: number;
  /** When the copy was taken, in milliseconds. */
  readonly takenAt: number;
}

/** The file that exists while a restore is under way, and after one that was interrupted. */
const UNFINISHED_NAME = "restore-unfinished";
/** What a file system, or this directory's own lock, puts into an empty directory. */
const NOTHING = /^(lost\+found|lock\.pid|lock\.db.*)$/;

/** The only names that a restore writes, whatever a manifest says. */
const NAMES = /^((journal|snapshots)\/[^/]+|history-kept\.[^/]+)$/;

export interface RestoreOptions {
  readonly disk?: Disk;
  /** Everything after this point is left out. */
  readonly point?: Point | undefined;
  /** Inspects the restored files before a venue starts on them; if it throws, the restore stays unfinished. */
  readonly look?: (paths: DataPaths, position: number) => void;
}

/**
 * Restores a backup. The caller holds the directory's lock.
 * @throws {Fault} when the directory is not empty, or there is no backup; {BackupDamaged} when the objects are not those
 * that were put there
 */
export async function restore(
  store: Store,
  dataDirectory: string,
  { disk = realDisk, point, look = () => {} }: RestoreOptions = {},
): Promise<Restored> {
  assertEmpty(dataDirectory, disk);
  const found = await readManifest(store);
  if (found === undefined) throw new Fault(`${store.place} holds no backup: there is no manifest.json`);
  const unfinished = join(dataDirectory, UNFINISHED_NAME);
  removeLeftOvers(dataDirectory, disk);
  disk.open(unfinished, "create").close();
  const whole = await new Restore(store, dataDirectory, disk).run(found);
  assertJournal(whole, dataDirectory, disk);
  const manifest = point === undefined ? whole : cutBehind(whole, point, dataDirectory, disk);
  const { venue, takenAt } = manifest;
  const last = manifest.segments.at(-1)!;
  look(dataPaths(dataDirectory), last.position);
  finishJournal(manifest, dataDirectory, disk);
  disk.remove(unfinished);
  disk.syncDirectory(dataDirectory);
  const bytes = [...manifest.segments, ...manifest.files].reduce((sum, file) => sum + file.bytes, 0);
  return { venue, position: last.position, hash: last.hash, bytes, takenAt };
}

/** A directory with an interrupted restore counts as empty. */
function assertEmpty(dataDirectory: string, disk: Disk): void {
  const names = disk.list(dataDirectory).filter((name) => !NOTHING.test(name));
  if (names.length === 0 || names.includes(UNFINISHED_NAME)) return;
  throw new Fault(`${dataDirectory} is not empty (${names[0]} is in it); expected an empty or a new directory`);
}

/** Removes the files of an interrupted restore, possibly of another backup. */
function removeLeftOvers(dataDirectory: string, disk: Disk): void {
  for (const folder of ["journal", "snapshots", "."]) {
    const directory = join(dataDirectory, folder);
    for (const name of disk.list(directory)) {
      if (NAMES.test(join(folder, name))) disk.remove(join(directory, name));
    }
  }
}

class Restore {
  /** The files that were written, by name. */
  readonly #written = new Map<string, FileEntry>();

  constructor(
    private readonly store: Store,
    private readonly dataDirectory: string,
    private readonly disk: Disk,
  ) {}

  /** @returns the manifest of the files that are there now */
  async run(found: ReadManifest): Promise<Manifest> {
    for (let { text, manifest } = found; ; ) {
      const missing = await this.#write([...manifest.segments, ...manifest.files]);
      if (missing === undefined) {
        this.#removeOthers(manifest);
        return manifest;
      }
      const newer = await readManifest(this.store);
      if (newer === undefined || newer.text === text) {
        throw new BackupDamaged(`objects/${missing} is missing in ${this.store.place}; restore from another copy`);
      }
      ({ text, manifest } = newer);
    }
  }

  /** @returns the hash of an object that is missing */
  async #write(files: readonly FileEntry[]): Promise<string | undefined> {
    for (const file of files) {
      if (String(this.#written.get(file.name)?.pieces) === String(file.pieces)) continue;
      const missing = await this.#writeFile(file);
      if (missing !== undefined) return missing;
    }
    return undefined;
  }

  async #writeFile(entry: FileEntry): Promise<string | undefined> {
    if (!NAMES.test(entry.name)) throw new BackupDamaged(`${entry.name} is not the name of a venue's file`);
    const path = join(this.dataDirectory, entry.name);
    this.disk.makeDirectory(dirname(path));
    const file = this.disk.open(path, "create");
    this.#written.set(entry.name, { ...entry, pieces: [] });
    try {
      let at = 0;
      for (const hash of entry.pieces) {
        const bytes = await getObject(this.store, hash);
        if (bytes === undefined) return hash;
        file.write(bytes, at);
        at += bytes.length;
      }
      if (at !== entry.bytes) throw new BackupDamaged(`${entry.name} has ${at} bytes, expected ${entry.bytes}`);
      file.sync();
    } finally {
      file.close();
    }
    this.#written.set(entry.name, entry);
    return undefined;
  }

  /** Removes restored files that the newest manifest no longer names. */
  #removeOthers({ segments, files }: Manifest): void {
    const wanted = new Set([...segments, ...files].map(({ name }) => name));
    for (const name of this.#written.keys()) {
      if (!wanted.has(name)) this.disk.remove(join(this.dataDirectory, name));
    }
    for (const folder of new Set([...wanted].map((name) => dirname(join(this.dataDirectory, name))))) {
      this.disk.syncDirectory(folder);
    }
  }
}

/** @throws {BackupDamaged} when the journal is not the one that was copied */
function assertJournal({ segments }: Manifest, dataDirectory: string, disk: Disk): void {
  const last = segments.at(-1)!;
  const { bad, lastPosition, hash } = verifyJournal(dataPaths(dataDirectory).journal, disk);
  if (bad !== undefined || lastPosition !== last.position || hash !== last.hash) {
    const reason = bad === undefined ? `it ends at position ${lastPosition}` : `${bad.segment}: ${bad.reason}`;
    throw new BackupDamaged(`the journal of the backup is not the one that was copied (${reason})`);
  }
}

function finishJournal({ venue, oldest, segments }: Manifest, dataDirectory: string, disk: Disk): void {
  const paths = dataPaths(dataDirectory);
  const last = segments.at(-1)!;
  if (oldest > 1) writeOldestKept(disk, paths.journal, oldest);
  writeGenesis(paths, venue, disk);
  // The segments have just been read, so the start need not read them again.
  writeSegmentMemory(
    disk,
    paths.journal,
    segments.slice(0, -1).map((segment) => remembered(segment, paths.journal, disk)),
  );
  MarkWriter.open(disk, paths.journal, { segmentFirst: last.first, byte: last.bytes, position: last.position }).close();
}

function remembered({ name, bytes, position, hash }: SegmentEntry, directory: string, disk: Disk) {
  const own = name.slice(name.lastIndexOf("/") + 1);
  const file = disk.open(join(directory, own), "read");
  try {
    return { name: own, byte: bytes, position, hash: new Uint8Array(Buffer.from(hash, "hex")), stamp: file.stamp() };
  } finally {
    file.close();
  }
}
