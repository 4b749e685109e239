// Short byte strings of any length in one array: no object per string, nothing for the garbage collector to visit, and a
// snapshot is a copy of the array. A freed block is reused for one of the same size, last freed first, so the place of a
// block follows from the commands alone.

import type { ByteReader, ByteWriter } from "./bytes.ts";

/** Blocks are multiples of this many bytes, and aligned to it. */
const UNIT_BYTES = 8;
/** Up to this many units each number of units is a size; beyond, each size is twice the one before. */
const EXACT_UNITS = 32;
/** Spare room after a snapshot is read. Memory that was never written to costs nothing. */
const ROOM_AHEAD = 1.25;
/** Ends a list of freed blocks: the first unit is never handed out. */
const NOTHING = 0;
/** Exact sizes, and doubled ones up to 2^30 units. */
const SIZES = EXACT_UNITS + 1 + 25;

export class Blocks {
  #bytes = new Uint8Array(new ArrayBuffer(256));
  /** The same memory as integers: a freed block begins with the number of the next freed block of its size. */
  #links = new Int32Array(this.#bytes.buffer);
  #usedUnits = 1;
  /** For each size, the block that was freed last. */
  readonly #freed = new Int32Array(SIZES);

  /** The memory of all blocks; replaced by `allocate`. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** @returns the block's number, for `byteOf`; its bytes are those of its previous use */
  allocate(length: number): number {
    const size = sizeOf(length);
    const freed = this.#freed[size]!;
    if (freed !== NOTHING) {
      this.#freed[size] = this.#links[freed * (UNIT_BYTES / 4)]!;
      return freed;
    }
    const block = this.#usedUnits;
    this.#usedUnits += unitsOf(size);
    if (this.#usedUnits * UNIT_BYTES > this.#bytes.length) this.#grow(this.#usedUnits * UNIT_BYTES);
    return block;
  }

  /** @param length the length that the block was allocated with */
  free(block: number, length: number): void {
    const size = sizeOf(length);
    this.#links[block * (UNIT_BYTES / 4)] = this.#freed[size]!;
    this.#freed[size] = block;
  }

  /** Where a block begins in `bytes`. */
  byteOf(block: number): number {
    return block * UNIT_BYTES;
  }

  write(out: ByteWriter): void {
    out.i32(this.#usedUnits);
    for (const block of this.#freed) out.i32(block);
    out.raw(this.#bytes.subarray(0, this.#usedUnits * UNIT_BYTES));
  }

  read(input: ByteReader): void {
    this.#usedUnits = input.i32();
    for (let size = 0; size < SIZES; size++) this.#freed[size] = input.i32();
    const used = this.#usedUnits * UNIT_BYTES;
    // Room is left, so that the next block allocated does not move all of them.
    if (used > this.#bytes.length) this.#makeRoom(used * ROOM_AHEAD);
    input.raw(this.#bytes.subarray(0, used));
  }

  #grow(needed: number): void {
    const old = this.#bytes;
    this.#makeRoom(Math.max(needed, old.length * 2));
    this.#bytes.set(old);
  }

  #makeRoom(length: number): void {
    this.#bytes = new Uint8Array(new ArrayBuffer(Math.ceil(length / UNIT_BYTES) * UNIT_BYTES));
    this.#links = new Int32Array(this.#bytes.buffer);
  }
}

/** The number of the smallest size that holds `length` bytes. */
function sizeOf(length: number): number {
  const units = Math.max(1, Math.ceil(length / UNIT_BYTES));
  if (units <= EXACT_UNITS) return units;
  let size = EXACT_UNITS + 1;
  while (unitsOf(size) < units) size++;
  return size;
}

function unitsOf(size: number): number {
  return size <= EXACT_UNITS ? size : EXACT_UNITS << (size - EXACT_UNITS);
}
