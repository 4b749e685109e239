// A checksum for every page of a database file, in a file beside it: a header of 32 bytes, then 8 bytes for each page. SQLite
// notices damage only where one of its own structures is inconsistent. A flipped bit in a price, or one in an index that
// hides a row, it would serve as the truth.
//
// The page number is part of the sum, so that two good pages that were swapped are noticed.

import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";

export const PAGE_BYTES = 4_096;

/**
 * The page at 1 GiB. SQLite keeps its locks at its offset and never writes it, so no log ever holds it and nothing is read
 * from it. It has no sum.
 */
export const LOCK_PAGE = 2 ** 30 / PAGE_BYTES + 1;

const MAGIC = new TextEncoder().encode("EVMSUMS\0");
const FORMAT_VERSION = 1;
const HEADER_BYTES = 32;
/** Sums are written in blocks of this many: 4 KiB, which a disk writes as one. */
const BLOCK_SUMS = 512;
const BLOCK_BYTES = BLOCK_SUMS * 8;

/** No page has this sum: 0 means that the sum is not known. */
const UNKNOWN = 0n;

export function sumOf(page: number, bytes: Uint8Array): bigint {
  return Bun.hash.xxHash3(bytes, BigInt(page)) || 1n;
}

/** Pages differ from what was written, or the checksums that would show it are missing. */
export class PagesDamaged extends Error {}

export class PageSums {
  readonly #file: number;
  #sums: BigUint64Array;
  #count: number;
  /** Blocks of sums that are not written yet. */
  readonly #changed = new Set<number>();

  private constructor(file: number, sums: BigUint64Array) {
    this.#file = file;
    this.#sums = sums;
    this.#count = sums.length;
  }

  /** Creates an empty file of sums, replacing any file of that name. */
  static create(path: string): PageSums {
    const file = openSync(path, "w+");
    writeSync(file, newHeader(), 0, HEADER_BYTES, 0);
    return new PageSums(file, new BigUint64Array(0));
  }

  /** @throws {PagesDamaged} when the file is missing or is not a file of sums */
  static open(path: string): PageSums {
    let file: number;
    try {
      file = openSync(path, "r+");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") {
        throw new PagesDamaged("the checksums of its pages are missing");
      }
      throw error;
    }
    const header = new Uint8Array(HEADER_BYTES);
    readSync(file, header, 0, HEADER_BYTES, 0);
    if (newHeader().some((byte, i) => header[i] !== byte)) {
      closeSync(file);
      throw new PagesDamaged("the checksums of its pages are damaged");
    }
    const sums = new BigUint64Array(Math.max(0, Math.floor((fstatSync(file).size - HEADER_BYTES) / 8)));
    readSync(file, sums, 0, sums.byteLength, HEADER_BYTES);
    return new PageSums(file, sums);
  }

  /** The number of pages, which are numbered from 1. */
  get count(): number {
    return this.#count;
  }

  get(page: number): bigint {
    return page <= this.#count ? this.#sums[page - 1]! : UNKNOWN;
  }

  set(page: number, sum: bigint): void {
    if (page > this.#count) this.resize(page);
    this.#sums[page - 1] = sum;
    this.#changed.add(Math.floor((page - 1) / BLOCK_SUMS));
  }

  /** Whether a page is as it was written. */
  holds(page: number, bytes: Uint8Array): boolean {
    return page === LOCK_PAGE || this.get(page) === sumOf(page, bytes);
  }

  forget(page: number): void {
    this.set(page, UNKNOWN);
  }

  resize(count: number): void {
    if (count > this.#sums.length) {
      const sums = new BigUint64Array(Math.max(count, this.#sums.length * 2));
      sums.set(this.#sums.subarray(0, this.#count));
      this.#sums = sums;
    } else {
      this.#sums.fill(UNKNOWN, count, this.#count);
    }
    this.#count = count;
  }

  /** Makes the sums survive a power loss. @throws errors of the disk; the call may then be repeated */
  flush(): void {
    this.write();
    fsyncSync(this.#file);
  }

  write(): void {
    ftruncateSync(this.#file, HEADER_BYTES + this.#count * 8);
    for (const block of this.#changed) {
      const sums = this.#sums.subarray(block * BLOCK_SUMS, Math.min((block + 1) * BLOCK_SUMS, this.#count));
      writeSync(this.#file, sums, 0, sums.byteLength, HEADER_BYTES + block * BLOCK_BYTES);
    }
    this.#changed.clear();
  }

  close(): void {
    closeSync(this.#file);
  }
}

function newHeader(): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  header.set(MAGIC);
  const view = new DataView(header.buffer);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setUint32(12, PAGE_BYTES, true);
  return header;
}
