// Reading and writing bytes: the encoding that commands and snapshots share. Little-endian; text is UTF-8, preceded by its
// length. Written here because the engine depends on nothing, not even on a platform's TextEncoder.

import { assert, Fault } from "../fault.ts";

const VIEWS_KEPT = 1024;
/** How much a reader takes from its source at a time, unless it needs more. */
const PIECE_BYTES = 65_536;

/** Bytes that arrive piece by piece, as from a file, so that they need not all be in memory beside what is built from them. */
export interface ByteSource {
  /** Fills `into` from its beginning. @returns how many bytes it wrote; less than `into` holds only at the end */
  read(into: Uint8Array): number;
  /** Called when everything is read, and before any of it is used. @throws when the bytes are not those that were written */
  finish(): void;
}

export class ByteWriter {
  #bytes: Uint8Array;
  #view: DataView;
  #length = 0;
  /** Views by length, up to VIEWS_KEPT, each made once: making a view costs as much as writing a command. */
  #views: Uint8Array[] = [];

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  reset(): void {
    this.#length = 0;
  }

  /** The bytes written so far; valid until the next write. */
  view(): Uint8Array {
    const length = this.#length;
    if (length > VIEWS_KEPT) return this.#bytes.subarray(0, length);
    let view = this.#views[length];
    if (view === undefined) {
      view = this.#bytes.subarray(0, length);
      this.#views[length] = view;
    }
    return view;
  }

  u8(n: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = n;
  }

  i32(n: number): void {
    this.#room(4);
    this.#view.setInt32(this.#length, n, true);
    this.#length += 4;
  }

  f64(n: number): void {
    this.#room(8);
    this.#view.setFloat64(this.#length, n, true);
    this.#length += 8;
  }

  /** A whole number of any size, signed. */
  big(n: bigint): void {
    this.text(n.toString(16));
  }

  text(s: string): void {
    const at = this.#length;
    // UTF-8 needs at most three bytes per UTF-16 unit.
    this.#room(4 + s.length * 3);
    this.#length = at + 4;
    for (let i = 0; i < s.length; i++) {
      const unit = s.charCodeAt(i);
      if (unit < 0x80) this.#bytes[this.#length++] = unit;
      else {
        const point = s.codePointAt(i)!;
        if (point > 0xffff) i++;
        this.#codePoint(point);
      }
    }
    this.#view.setUint32(at, this.#length - at - 4, true);
  }

  raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #codePoint(point: number): void {
    const out = this.#bytes;
    if (point < 0x800) {
      out[this.#length++] = 0xc0 | (point >> 6);
    } else {
      if (point < 0x10000) {
        out[this.#length++] = 0xe0 | (point >> 12);
      } else {
        out[this.#length++] = 0xf0 | (point >> 18);
        out[this.#length++] = 0x80 | ((point >> 12) & 0x3f);
      }
      out[this.#length++] = 0x80 | ((point >> 6) & 0x3f);
    }
    out[this.#length++] = 0x80 | (point & 0x3f);
  }

  #room(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
    this.#views = [];
  }
}

export class ByteReader {
  /** The whole buffer that the bytes to read lie in. */
  #buffer: ArrayBufferLike;
  #bytes: Uint8Array;
  #view: DataView;
  #at: number;
  #end: number;
  /** Supplies the bytes after those in memory, if there are any. */
  readonly #source: ByteSource | undefined;
  /** The layout of the bytes, where several exist: set by the caller that read it from them. */
  format = 0;

  constructor(bytes: Uint8Array, source?: ByteSource) {
    this.#buffer = bytes.buffer;
    this.#bytes = new Uint8Array(this.#buffer);
    this.#view = new DataView(this.#buffer);
    this.#at = bytes.byteOffset;
    this.#end = bytes.byteOffset + bytes.byteLength;
    this.#source = source;
  }

  /** Continues with other bytes. Cheap when they lie in the same buffer as those before, as a journal's records do. */
  turnTo(bytes: Uint8Array): void {
    const { buffer } = bytes;
    if (buffer !== this.#buffer) {
      this.#buffer = buffer;
      this.#bytes = new Uint8Array(buffer);
      this.#view = new DataView(buffer);
    }
    this.#at = bytes.byteOffset;
    this.#end = bytes.byteOffset + bytes.byteLength;
  }

  /** Whether nothing is left to read; with a source, whether nothing is left in memory. */
  get done(): boolean {
    return this.#at === this.#end;
  }

  /**
   * Notifies the source, if there is one, that everything is read.
   * @throws {Fault} when something is left; and what the source throws when the bytes are not those that were written
   */
  finish(): void {
    const left = this.done ? (this.#source?.read(new Uint8Array(1)) ?? 0) : 1;
    assert(left === 0, "encoded bytes are used up");
    this.#source?.finish();
  }

  u8(): number {
    const at = this.#take(1);
    return this.#bytes[at]!;
  }

  i32(): number {
    const at = this.#take(4);
    return this.#view.getInt32(at, true);
  }

  f64(): number {
    const at = this.#take(8);
    return this.#view.getFloat64(at, true);
  }

  big(): bigint {
    const digits = this.text();
    return digits.startsWith("-") ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`);
  }

  text(): string {
    const length = this.i32();
    if (length === 0) return "";
    const start = this.#take(length);
    return decodeText(this.#bytes, start, length);
  }

  /** Fills all of `into`. Bytes that are not in memory yet are copied there straight from the source. */
  raw(into: Uint8Array): void {
    const known = Math.min(into.length, this.#end - this.#at);
    into.set(this.#bytes.subarray(this.#at, this.#at + known));
    this.#at += known;
    const rest = into.subarray(known);
    const read = this.#source?.read(rest) ?? 0;
    if (read < rest.length) throw endsEarly({ at: this.#at, length: into.length, end: this.#end });
  }

  /** Where the next `length` bytes are. Loading them replaces `#bytes`, so call this before using that field. */
  #take(length: number): number {
    if (length < 0 || this.#at + length > this.#end) this.#load(length);
    const at = this.#at;
    this.#at = at + length;
    return at;
  }

  /** Loads `length` bytes or more into memory. */
  #load(length: number): void {
    const [at, end] = [this.#at, this.#end];
    if (this.#source === undefined || length < 0) throw endsEarly({ at, length, end });
    const left = this.#bytes.subarray(at, end);
    const bytes = new Uint8Array(Math.max(PIECE_BYTES, length));
    bytes.set(left);
    const read = this.#source.read(bytes.subarray(left.length));
    this.turnTo(bytes.subarray(0, left.length + read));
    if (left.length + read < length) throw endsEarly({ at: 0, length, end: this.#end });
  }
}

function endsEarly(where: { at: number; length: number; end: number }): Fault {
  return new Fault("encoded bytes end too early", where);
}

/** The text that these UTF-8 bytes encode. */
export function decodeText(bytes: Uint8Array, start: number, length: number): string {
  return ascii(bytes, start, length) ?? utf8(bytes, start, start + length);
}

/** Built in one call, because a text that grows letter by letter is slow to read later. Undefined unless all is ASCII. */
function ascii(bytes: Uint8Array, start: number, length: number): string | undefined {
  if (length > ASCII_MAX) return undefined;
  const units = asciiUnits(length);
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i]!;
    if (byte >= 0x80) return undefined;
    units[i] = byte;
  }
  return String.fromCharCode.apply(null, units);
}

function utf8(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let i = start; i < end; ) {
    const first = bytes[i++]!;
    if (first < 0x80) text += String.fromCharCode(first);
    else {
      const more = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
      let point = first & (0x3f >> more);
      for (let k = 0; k < more; k++) point = (point << 6) | (bytes[i++]! & 0x3f);
      text += String.fromCodePoint(point);
    }
  }
  return text;
}

/** The longest text that takes the fast path: a 32-byte id in hex has 66 characters. */
const ASCII_MAX = 128;
const unitsByLength: number[][] = [];

/** A shared array of exactly this length, overwritten by every use. */
function asciiUnits(length: number): number[] {
  let units = unitsByLength[length];
  if (units === undefined) {
    units = new Array<number>(length).fill(0);
    unitsByLength[length] = units;
  }
  return units;
}
