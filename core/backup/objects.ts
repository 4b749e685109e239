// The objects of a backup. Each is named by the SHA-256 of its bytes: so what is there need not be put again, nothing is ever
// overwritten, and whatever comes back is held against its name.
//
// A file is cut into pieces at places that depend on its length alone, large ones first. So when it grows, all of them but the
// last few stay what they are: each is put once, and what has to be put again of a file that grows all the time is small.

import { Fault } from "@evermark/engine";
import type { DiskFile } from "@evermark/journal";
import type { Store } from "./store.ts";

const LARGE_BYTES = 4 * 1024 * 1024;
const SMALL_BYTES = 256 * 1024;
const FOLDER = "objects/";
/** Others in the same place are not ours to delete. The end is that of a directory's unfinished file. */
const OURS = /^objects\/[0-9a-f]{64}(\.new)?$/;

/** A file, or the part of it that counts. */
export interface FileEntry {
  /** Where it lies in the data directory. */
  readonly name: string;
  readonly bytes: number;
  /** The hash of each, in order. */
  readonly pieces: readonly string[];
}

/** What comes back is not what was put, or is gone. */
export class BackupDamaged extends Fault {}

export class Objects {
  readonly #store: Store;
  /** By hash. */
  readonly #sizes: Map<string, number>;
  /** What was put since the backup was opened. */
  count = 0;
  bytes = 0;

  private constructor(store: Store, sizes: Map<string, number>) {
    this.#store = store;
    this.#sizes = sizes;
  }

  static async open(store: Store): Promise<Objects> {
    const listed = [...(await store.list(FOLDER))].filter(([name]) => OURS.test(name));
    return new Objects(store, new Map(listed.map(([name, size]) => [name.slice(FOLDER.length), size])));
  }

  /** Hashes of all that are there. */
  get hashes(): Iterable<string> {
    return this.#sizes.keys();
  }

  /** @returns its hash */
  async put(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    // One that was cut short since does not count as being there.
    if (this.#sizes.get(hash) === bytes.length) return hash;
    await this.#store.put(FOLDER + hash, bytes);
    this.#sizes.set(hash, bytes.length);
    this.count++;
    this.bytes += bytes.length;
    return hash;
  }

  /** The first so many bytes of a file; pieces of a former copy that are among them are not read again. */
  async putFile(file: DiskFile, name: string, bytes: number, former?: FileEntry): Promise<FileEntry> {
    const before = former === undefined ? [] : cuts(former.bytes);
    const pieces: string[] = [];
    for (const [i, { from, size }] of cuts(bytes).entries()) {
      const known = before[i]?.size === size ? former?.pieces[i] : undefined;
      if (known !== undefined && this.#sizes.get(known) === size) pieces.push(known);
      else pieces.push(await this.put(read(file, name, from, size)));
    }
    return { name, bytes, pieces };
  }

  /** Whether all of a file is there, as far as sizes say so. */
  holds({ bytes, pieces }: FileEntry): boolean {
    return cuts(bytes).every(({ size }, i) => this.#sizes.get(pieces[i] ?? "") === size);
  }

  async delete(hash: string): Promise<void> {
    this.#sizes.delete(hash);
    await this.#store.delete(FOLDER + hash);
  }
}

/**
 * One object, held against its name; undefined when it is not there.
 * @throws {BackupDamaged}
 */
export async function getObject(store: Store, hash: string): Promise<Uint8Array | undefined> {
  const bytes = await store.get(FOLDER + hash);
  if (bytes !== undefined && hashOf(bytes) !== hash) {
    throw new BackupDamaged(`${FOLDER}${hash} in ${store.place} is not what was put there; restore from another copy`);
  }
  return bytes;
}

interface Cut {
  readonly from: number;
  readonly size: number;
}

function cuts(bytes: number): Cut[] {
  const found: Cut[] = [];
  for (let from = 0; from < bytes; ) {
    const left = bytes - from;
    const size = left >= LARGE_BYTES ? LARGE_BYTES : Math.min(left, SMALL_BYTES);
    found.push({ from, size });
    from += size;
  }
  return found;
}

function read(file: DiskFile, name: string, from: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  const count = file.read(bytes, from);
  if (count < size) throw new Fault(`${name} ends at byte ${from + count}, expected ${from + size} of it`);
  return bytes;
}

function hashOf(bytes: Uint8Array): string {
  return Bun.SHA256.hash(bytes, "hex");
}
