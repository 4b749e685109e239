// The objects of a backup. Each is named by the SHA-256 of its bytes. So an object that is there need not be put again,
// nothing is ever overwritten, and what is read back is checked against its name.
//
// A file is cut into pieces at places that depend on its length alone, large pieces first. So when it grows, all pieces but
// the last few stay the same: each is put once, and little of a file that grows all the time has to be put again.

import { Fault } from "@evermark/engine";
import type { DiskFile } from "@evermark/journal";
import type { Store } from "./store.ts";

const LARGE_BYTES = 4 * 1024 * 1024;
const SMALL_BYTES = 256 * 1024;
const FOLDER = "objects/";
/** Other files in the same place are not ours to delete. The optional ending is that of a directory store's unfinished file. */
const OURS = /^objects\/[0-9a-f]{64}(\.new)?$/;

/** A file, or the part of it that counts. */
export interface FileEntry {
  /** Its path in the data directory. */
  readonly name: string;
  readonly bytes: number;
  /** The hash of each piece, in order. */
  readonly pieces: readonly string[];
}

/** An object that is read back differs from what was put, or is gone. */
export class BackupDamaged extends Fault {}

export class Objects {
  readonly #store: Store;
  /** Sizes in bytes, by hash. */
  readonly #sizes: Map<string, number>;
  /** How many objects, and how many bytes, were put since the backup was opened. */
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

  /** Hashes of all objects in the store. */
  get hashes(): Iterable<string> {
    return this.#sizes.keys();
  }

  /** @returns the object's hash */
  async put(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    // An object that has been cut short since does not count as present.
    if (this.#sizes.get(hash) === bytes.length) return hash;
    await this.#store.put(FOLDER + hash, bytes);
    this.#sizes.set(hash, bytes.length);
    this.count++;
    this.bytes += bytes.length;
    return hash;
  }

  /** Puts the first `bytes` bytes of a file; pieces that the previous copy has too are not read again. */
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

  /** Whether all pieces of a file are in the store, judging by their sizes. */
  holds({ bytes, pieces }: FileEntry): boolean {
    return cuts(bytes).every(({ size }, i) => this.#sizes.get(pieces[i] ?? "") === size);
  }

  async delete(hash: string): Promise<void> {
    this.#sizes.delete(hash);
    await this.#store.delete(FOLDER + hash);
  }
}

/**
 * Reads one object and checks it against its name; undefined when it is not there.
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
