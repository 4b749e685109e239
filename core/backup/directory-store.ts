// A backup in a directory, on another disk or another machine.

import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Fault } from "@evermark/engine";
import { lockDirectory } from "@evermark/journal";
import { isMissing } from "@evermark/journal/journal-disk.ts";
import { holdsNoVenue } from "../data-directory.ts";
import type { Store } from "./store.ts";

/** A file's name ends in this until the file is whole. */
const UNFINISHED = ".new";

/** Opens a directory for reading only: other processes may write to it at the same time. */
export function readDirectoryStore(place: string): Store {
  return new DirectoryStore(place, () => {});
}

/**
 * Takes a directory for this process, and creates it if it is missing.
 * @throws {DirectoryInUse} when another backup writes to it; {Fault} when it is a venue's data directory
 */
export function openDirectoryStore(place: string): Store {
  if (!holdsNoVenue(place)) throw new Fault(`${place} is the data directory of a venue; expected another directory`);
  const lock = lockDirectory(place);
  return new DirectoryStore(place, () => lock.release());
}

class DirectoryStore implements Store {
  constructor(
    readonly place: string,
    readonly close: () => void,
  ) {}

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.place, name);
    await mkdir(dirname(path), { recursive: true });
    const unfinished = path + UNFINISHED;
    try {
      const file = await open(unfinished, "w");
      try {
        await file.writeFile(bytes);
        await file.datasync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      // On a full disk, other programs need the space.
      await rm(unfinished, { force: true });
      throw error;
    }
    await syncDirectory(dirname(path));
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(this.place, name));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async list(prefix: string): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
    for (const entry of await readdir(join(this.place, folder)).catch(emptyIfMissing)) {
      const name = folder + entry;
      if (name.startsWith(prefix)) found.set(name, (await stat(join(this.place, name))).size);
    }
    return found;
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.place, name), { force: true });
  }
}

function emptyIfMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
