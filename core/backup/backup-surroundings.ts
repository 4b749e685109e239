// What a start needs beside the journal: snapshots and, if the journal was pruned, the kept copy of history, because
// history can then be rebuilt only from that copy. The venue writes, deletes and replaces these files while they are being
// copied. If the journal was pruned, the copied files may then no longer fit together, so copying is repeated until nothing
// was deleted or replaced in the meantime. With a journal that goes back to its beginning everything can be rebuilt, and
// files that vanish are left out.

import { basename, dirname, join } from "node:path";
import { Fault } from "@evermark/engine";
import { type Disk, SnapshotStore } from "@evermark/journal";
import { isMissing } from "@evermark/journal/journal-disk.ts";
import { readOldestKept } from "@evermark/journal/prune.ts";
import { snapshotName } from "@evermark/journal/snapshots.ts";
import type { DataPaths } from "../data-directory.ts";
import type { FileEntry, Objects } from "./objects.ts";

export interface Surroundings {
  /** The first position that the journal must hold to fit these files. */
  readonly oldest: number;
  readonly files: readonly FileEntry[];
}

/** What is in the data directory, found without reading the files. */
interface Seen {
  readonly oldest: number;
  /** Positions, newest first. */
  readonly snapshots: readonly number[];
  /** The files of the kept copy of history, each with its stamp; empty when nothing was pruned. */
  readonly kept: readonly (readonly [name: string, stamp: string])[];
}

/** The name of the kept copy ends in this while it is being written: such a file is incomplete. */
const UNFINISHED = /-new$/;

export class SurroundingsCopier {
  readonly #paths: DataPaths;
  readonly #disk: Disk;
  readonly #objects: Objects;
  /** Waits before another attempt. */
  readonly #pause: () => Promise<void>;

  constructor(paths: DataPaths, disk: Disk, objects: Objects, pause: () => Promise<void>) {
    this.#paths = paths;
    this.#disk = disk;
    this.#objects = objects;
    this.#pause = pause;
  }

  /** A text that changes as soon as the files in the directory change. */
  glance(): string {
    return JSON.stringify(this.#look());
  }

  /** @param former the files of the previous copy */
  async copy(former: readonly FileEntry[]): Promise<Surroundings> {
    for (;;) {
      const copied = await this.#try(former);
      if (copied !== undefined) return copied;
      await this.#pause();
    }
  }

  async #try(former: readonly FileEntry[]): Promise<Surroundings | undefined> {
    const seen = this.#look();
    const isPruned = seen.oldest > 1;
    const files: FileEntry[] = [];
    for (const position of seen.snapshots) {
      const copied = await this.#snapshot(position, former);
      if (copied === "gone" && isPruned) return undefined;
      if (typeof copied !== "string") files.push(copied);
    }
    if (isPruned && files.length === 0) {
      throw new Fault(`the journal begins at position ${seen.oldest}, and no snapshot is whole that it goes on from`);
    }
    for (const [name] of seen.kept) {
      const copied = await this.#file(join(dirname(this.#paths.keptHistory), name), name);
      if (copied === "gone") return undefined;
      files.push(copied);
    }
    const now = this.#look();
    const fits = now.oldest === seen.oldest && JSON.stringify(now.kept) === JSON.stringify(seen.kept);
    return fits || !isPruned ? { oldest: seen.oldest, files } : undefined;
  }

  #look(): Seen {
    const { journal, snapshots, keptHistory } = this.#paths;
    const oldest = readOldestKept(this.#disk, journal);
    // Checked first, because the store would create the directory.
    const isThere = this.#disk.list(snapshots).length > 0;
    return {
      oldest,
      snapshots: isThere ? this.#store().list() : [],
      kept: oldest > 1 ? this.#stamps(dirname(keptHistory), basename(keptHistory)) : [],
    };
  }

  #stamps(directory: string, prefix: string): [string, string][] {
    const names = this.#disk.list(directory).filter((name) => name.startsWith(prefix) && !UNFINISHED.test(name));
    return names.map((name) => [name, this.#stampOf(join(directory, name))]);
  }

  async #snapshot(position: number, former: readonly FileEntry[]): Promise<FileEntry | "gone" | "damaged"> {
    const name = `snapshots/${snapshotName(position)}`;
    const known = former.find((file) => file.name === name);
    try {
      // A snapshot is written once, under another name, and never changed: one that was whole when it was copied need not
      // be read again.
      if (known === undefined && !this.#store().isWhole(position)) return "damaged";
      return await this.#file(join(this.#paths.snapshots, snapshotName(position)), name, known);
    } catch (error) {
      return goneIfMissing(error);
    }
  }

  async #file(path: string, name: string, known?: FileEntry): Promise<FileEntry | "gone"> {
    try {
      const file = this.#disk.open(path, "read");
      try {
        return await this.#objects.putFile(file, name, file.size(), known);
      } finally {
        file.close();
      }
    } catch (error) {
      return goneIfMissing(error);
    }
  }

  #stampOf(path: string): string {
    try {
      const file = this.#disk.open(path, "read");
      try {
        return file.stamp();
      } finally {
        file.close();
      }
    } catch (error) {
      return goneIfMissing(error);
    }
  }

  #store(): SnapshotStore {
    return new SnapshotStore({ directory: this.#paths.snapshots, disk: this.#disk });
  }
}

function goneIfMissing(error: unknown): "gone" {
  if (isMissing(error)) return "gone";
  throw error;
}
