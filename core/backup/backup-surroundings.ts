// What a start needs beside the journal: snapshots, and where the journal was pruned the kept copy of history, from which alone
// history can be made then. While it is copied the venue writes, deletes and replaces. If it pruned, what was copied may no
// longer fit together, so it is copied again until nothing was deleted or replaced meanwhile; with a journal that goes back to
// its beginning everything can be made anew, and what vanishes is left out.

import { basename, dirname, join } from "node:path";
import { Fault } from "@evermark/engine";
import { type Disk, SnapshotStore } from "@evermark/journal";
import { isMissing } from "@evermark/journal/journal-disk.ts";
import { readOldestKept } from "@evermark/journal/prune.ts";
import { snapshotName } from "@evermark/journal/snapshots.ts";
import type { DataPaths } from "../data-directory.ts";
import type { FileEntry, Objects } from "./objects.ts";

export interface Surroundings {
  /** The first position that the journal must hold with them. */
  readonly oldest: number;
  readonly files: readonly FileEntry[];
}

/** What there is, without reading it. */
interface Seen {
  readonly oldest: number;
  /** Positions, newest first. */
  readonly snapshots: readonly number[];
  /** The files of the kept copy of history, each with its stamp; none where nothing was pruned. */
  readonly kept: readonly (readonly [name: string, stamp: string])[];
}

/** Behind the name of the kept copy while it is being written: what is in it is not whole. */
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

  /** Differs as soon as what there is differs. */
  glance(): string {
    return JSON.stringify(this.#look());
  }

  /** @param former what was copied before */
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
    // The store would make the directory.
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
      // It is written once, under another name, and never changed: what was whole when it was copied need not be read again.
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
