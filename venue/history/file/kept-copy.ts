// A copy of history's file, from which history is restored when the journal no longer goes back to its beginning. An
// update copies only the pages that have changed since the last one. It collects them in a file first and then writes
// them into the copy: a crash leaves either the old copy or everything that is needed to finish the update.
//
// Every page is checked when it is copied and when it is restored.

import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { type CheckedPages, sumsPath } from "./checked-pages.ts";
import { PAGE_BYTES, PageSums, PagesDamaged } from "./page-sums.ts";
import { putInPlace } from "./table-files.ts";

/** Page number, page count of the whole copy, and the page's sum; the page follows. */
const CHANGE_HEADER_BYTES = 24;
const CHANGE_BYTES = CHANGE_HEADER_BYTES + PAGE_BYTES;
const CHANGES_AT_ONCE = 128;

/** Lets other work run; false when the caller should stop. */
export type Turn = () => Promise<boolean>;

/** Of the unchanged pages, an update verifies one in this many; the first update verifies all. */
const ROUNDS = 16;

export class KeptCopy {
  readonly #path: string;
  readonly #changesPath: string;
  #updates = 0;

  constructor(path: string) {
    this.#path = path;
    this.#changesPath = `${path}-changes`;
  }

  get exists(): boolean {
    return existsSync(this.#path);
  }

  /**
   * Brings the copy up to date with the pages, which must not change meanwhile.
   * @returns how many pages were copied; null when a turn said to stop: then the copy is unchanged, or will be finished later
   * @throws {PagesDamaged} when the pages are damaged; errors of the disk
   */
  async update(pages: CheckedPages, turn: Turn): Promise<number | null> {
    this.finish();
    const copied = await this.#collect(pages, turn);
    if (copied === null) return null;
    for (const _ of this.#finishing()) if (!(await turn())) return null;
    return copied;
  }

  /**
   * Writes the copy out as a history file.
   * @throws {PagesDamaged} when the copy is damaged; then nothing is written to `path`
   */
  restoreTo(path: string): void {
    this.finish();
    const unfinished = `${path}-new`;
    const sums = PageSums.open(sumsPath(this.#path));
    const from = openSync(this.#path, "r");
    const to = openSync(unfinished, "w");
    const copied = PageSums.create(sumsPath(unfinished));
    try {
      const bytes = new Uint8Array(PAGE_BYTES);
      for (let page = 1; page <= sums.count; page++) {
        readSync(from, bytes, 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
        if (!sums.holds(page, bytes)) throw new PagesDamaged(`page ${page} of the kept copy is not what was written`);
        writeSync(to, bytes, 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
        copied.set(page, sums.get(page));
      }
      fsyncSync(to);
      copied.flush();
    } finally {
      for (const file of [from, to]) closeSync(file);
      for (const each of [copied, sums]) each.close();
    }
    putInPlace(unfinished, path);
  }

  /** Writes the changed pages to a separate file, which is renamed to its final name once it is complete. */
  async #collect(pages: CheckedPages, turn: Turn): Promise<number | null> {
    const before = this.#openBefore();
    const unfinished = `${this.#changesPath}-new`;
    const file = openSync(unfinished, "w");
    const { sums } = pages;
    let copied = 0;
    try {
      const change = new Uint8Array(CHANGE_BYTES);
      const header = new DataView(change.buffer, 0, CHANGE_HEADER_BYTES);
      for (let page = 1; page <= sums.count; page++) {
        if (page % CHANGES_AT_ONCE === 0 && !(await turn())) return null;
        // The last page is always included: its change carries the length of the copy.
        if (before?.has(page, sums.get(page)) && page < sums.count) continue;
        change.set(pages.readGood(page), CHANGE_HEADER_BYTES);
        header.setFloat64(0, page, true);
        header.setFloat64(8, sums.count, true);
        header.setBigUint64(16, sums.get(page), true);
        writeSync(file, change, 0, CHANGE_BYTES, copied * CHANGE_BYTES);
        copied += 1;
      }
      fsyncSync(file);
    } finally {
      before?.close();
      closeSync(file);
    }
    renameSync(unfinished, this.#changesPath);
    this.#updates += 1;
    return copied;
  }

  /** Opens the present copy, to find which pages have changed since, and which of its own are damaged. */
  #openBefore(): { has(page: number, sum: bigint): boolean; close(): void } | undefined {
    const sums = this.#openSums();
    if (sums === undefined) return undefined;
    const file = openSync(this.#path, "r");
    const bytes = new Uint8Array(PAGE_BYTES);
    const updates = this.#updates;
    return {
      has(page, sum) {
        if (sums.get(page) !== sum) return false;
        if (updates > 0 && page % ROUNDS !== updates % ROUNDS) return true;
        readSync(file, bytes, 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
        return sums.holds(page, bytes);
      },
      close() {
        closeSync(file);
        sums.close();
      },
    };
  }

  /** Completes an update that was interrupted after its pages were collected. */
  finish(): void {
    for (const _ of this.#finishing());
  }

  /** Writes the collected pages into the copy, in steps. An earlier process may have done some of it already. */
  *#finishing(): Generator<void, void, undefined> {
    if (!existsSync(this.#changesPath)) return;
    const file = openSync(this.#changesPath, "r");
    const to = openSync(this.#path, existsSync(this.#path) ? "r+" : "w");
    const sums = this.#openSums() ?? PageSums.create(sumsPath(this.#path));
    try {
      const change = new Uint8Array(CHANGE_BYTES);
      const header = new DataView(change.buffer, 0, CHANGE_HEADER_BYTES);
      for (let done = 0; readSync(file, change, 0, CHANGE_BYTES, done * CHANGE_BYTES) === CHANGE_BYTES; done++) {
        const page = header.getFloat64(0, true);
        writeSync(to, change, CHANGE_HEADER_BYTES, PAGE_BYTES, (page - 1) * PAGE_BYTES);
        sums.resize(header.getFloat64(8, true));
        // The sum that the page had when it was read: if the bytes have changed since, restoring notices.
        sums.set(page, header.getBigUint64(16, true));
        if (done % CHANGES_AT_ONCE === 0) yield;
      }
      // The database may have shrunk.
      ftruncateSync(to, sums.count * PAGE_BYTES);
      fsyncSync(to);
      sums.flush();
    } finally {
      closeSync(file);
      closeSync(to);
      sums.close();
    }
    rmSync(this.#changesPath);
  }

  /** Unreadable sums count as none: then every page is copied. */
  #openSums(): PageSums | undefined {
    try {
      return existsSync(this.#path) ? PageSums.open(sumsPath(this.#path)) : undefined;
    } catch (error) {
      if (error instanceof PagesDamaged) return undefined;
      throw error;
    }
  }
}
