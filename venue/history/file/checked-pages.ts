// The pages of a history file, each checked against its checksum. SQLite writes to the file itself only during a checkpoint,
// which runs only here: the sums of the pages in the log are on disk before SQLite copies the first of them. So at any
// moment, even after a crash, every page either matches its sum or has its content in the log.
//
// All pages are checked before the file answers its first query, and again and again while it is open.

import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { PAGE_BYTES, PageSums, PagesDamaged, sumOf } from "./page-sums.ts";
import { committedPages, logBytes } from "./write-ahead-log.ts";

/** Called with how much of a file has been checked, and its size, both in bytes. */
export type OnChecked = (checked: number, of: number) => void;

const PAGES_AT_ONCE = 256;

export const hasSums = (path: string): boolean => existsSync(sumsPath(path));
export const sumsPath = (path: string): string => `${path}-sums`;
const logPath = (path: string): string => `${path}-wal`;

/** Whether one page of a file that is not open is as it was written, or is superseded by a page in its log. */
export function isGoodPage(path: string, page: number): boolean {
  const file = openSync(path, "r");
  const sums = PageSums.open(sumsPath(path));
  try {
    const bytes = new Uint8Array(PAGE_BYTES);
    readSync(file, bytes, 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
    return committedPages(logPath(path)).sums.has(page) || sums.holds(page, bytes);
  } finally {
    closeSync(file);
    sums.close();
  }
}

export class CheckedPages {
  readonly sums: PageSums;
  readonly #path: string;
  /**
   * Stays open as long as SQLite has the file open: closing it would release SQLite's locks, which belong to the process
   * and not to the code that took them.
   */
  readonly #file: number;
  /** Pages whose new sums are set but whose new content may not have reached the file yet. */
  #inLog: ReadonlySet<number> = new Set();
  readonly #bytes = new Uint8Array(PAGES_AT_ONCE * PAGE_BYTES);
  /** The first page of the next check. */
  #next = 1;

  private constructor(path: string, file: number, sums: PageSums) {
    this.#path = path;
    this.#file = file;
    this.sums = sums;
  }

  /** Computes the sums of a file that is known to be good and has no log. They are not synced: a power loss may undo them. */
  static adopt(path: string): CheckedPages {
    const pages = new CheckedPages(path, openSync(path, "r"), PageSums.create(sumsPath(path)));
    pages.#eachPage(
      Math.ceil(pages.bytes / PAGE_BYTES),
      () => {},
      (page, bytes) => pages.sums.set(page, sumOf(page, bytes)),
    );
    pages.sums.write();
    return pages;
  }

  /**
   * Checks every page of a file that SQLite has not opened yet.
   * @throws {PagesDamaged}
   */
  static check(path: string, onChecked: OnChecked): CheckedPages {
    const file = openSync(path, "r");
    let sums: PageSums | undefined;
    try {
      sums = PageSums.open(sumsPath(path));
      const pages = new CheckedPages(path, file, sums);
      pages.#checkAll(onChecked);
      return pages;
    } catch (error) {
      sums?.close();
      closeSync(file);
      throw error;
    }
  }

  get bytes(): number {
    return fstatSync(this.#file).size;
  }

  /** Size of the log, in bytes. */
  get logBytes(): number {
    return logBytes(logPath(this.#path));
  }

  /** To be called before SQLite runs a checkpoint, while no transaction is open. */
  beforeTakingOver(): void {
    const { sums, pageCount } = committedPages(logPath(this.#path));
    if (sums.size === 0) return;
    this.sums.resize(pageCount);
    for (const [page, sum] of sums) this.sums.set(page, sum);
    this.#inLog = new Set([...this.#inLog, ...sums.keys()]);
    this.sums.flush();
  }

  /** To be called once the checkpoint has copied the whole log into the file. */
  afterTakingOver(): void {
    this.#inLog = new Set();
  }

  /**
   * Checks the next pages of the file, starting over after the last.
   * @returns whether the last page was among them
   * @throws {PagesDamaged}
   */
  checkNext(): boolean {
    const to = Math.min(this.#next + PAGES_AT_ONCE - 1, this.sums.count);
    const read = this.read(this.#next, to);
    for (let page = this.#next; page <= to; page++) {
      if (!this.#inLog.has(page))
        this.#check(page, read.subarray((page - this.#next) * PAGE_BYTES).subarray(0, PAGE_BYTES));
    }
    this.#next = to < this.sums.count ? to + 1 : 1;
    return this.#next === 1;
  }

  /** The pages from `from` to `to`, inclusive, as they are in the file, unchecked. Valid until the next call. */
  read(from: number, to: number): Uint8Array {
    const wanted = this.#bytes.subarray(0, (to - from + 1) * PAGE_BYTES);
    const count = readSync(this.#file, wanted, 0, wanted.length, (from - 1) * PAGE_BYTES);
    return wanted.subarray(0, count);
  }

  /** One page as it is in the file. @throws {PagesDamaged} */
  readGood(page: number): Uint8Array {
    const bytes = this.read(page, page);
    this.#check(page, bytes);
    return bytes;
  }

  /** To be called after SQLite has closed the file. */
  close(): void {
    closeSync(this.#file);
    this.sums.close();
  }

  #checkAll(onChecked: OnChecked): void {
    const inLog = committedPages(logPath(this.#path));
    this.#inLog = new Set(inLog.sums.keys());
    const count = inLog.pageCount || this.sums.count;
    const fileBytes = this.bytes;
    if (inLog.pageCount === 0 && fileBytes !== count * PAGE_BYTES) {
      throw new PagesDamaged(`it has ${fileBytes} bytes instead of ${count * PAGE_BYTES}`);
    }
    this.#eachPage(count, onChecked, (page, bytes) => {
      if (!this.#inLog.has(page)) this.#check(page, bytes);
    });
  }

  #eachPage(count: number, onChecked: OnChecked, look: (page: number, bytes: Uint8Array) => void): void {
    for (let from = 1; from <= count; from += PAGES_AT_ONCE) {
      const to = Math.min(from + PAGES_AT_ONCE - 1, count);
      const read = this.read(from, to);
      for (let page = from; page <= to; page++) {
        look(page, read.subarray((page - from) * PAGE_BYTES, (page - from + 1) * PAGE_BYTES));
      }
      onChecked(to * PAGE_BYTES, count * PAGE_BYTES);
    }
  }

  #check(page: number, bytes: Uint8Array): void {
    if (bytes.length < PAGE_BYTES) throw new PagesDamaged(`it ends within page ${page}`);
    if (!this.sums.holds(page, bytes)) throw new PagesDamaged(`page ${page} is not what was written`);
  }
}
