// Snapshots of the engine's state, each at a journal position, so that a start replays only what came after. A snapshot
// is a convenience, never the truth: a damaged one is skipped and reported, and an older one, or the journal alone, gives
// the same state. A snapshot is written under another name, synced and renamed, so a file of that name is whole. Layout,
// little-endian:
//
//     byte 0   8 bytes  "EVMSNAP" and a zero
//          8   u32      format version; 4 zero bytes
//         16   f64      position: the state after this record
//         24   f64      length of the state in bytes
//         32            the journal's hash at the position
//         64            SHA-256 of bytes 0-63 and of the state
//         96            the state
//
// What the program around the engine keeps of the same commands may be stored too. Then the format is 2, and at 96 come its
// length as f64, what is kept, and then the state, all of it within the length at 24 and the SHA-256.
//
// Whatever later formats change, these 96 bytes keep their meaning: so that any program can distinguish a snapshot of a later
// format, which it must not skip, from a damaged one.

import { createHash, type Hash } from "node:crypto";
import { join } from "node:path";
import { assert, type ByteSource, WrittenByNewer } from "@evermark/engine";
import { HASH_BYTES, sameHash } from "./checksums.ts";
import { type Disk, type DiskFile, realDisk } from "./journal-disk.ts";
import { setAside } from "./set-aside.ts";

export interface Snapshot {
  readonly position: number;
  /** The journal's hash at the position, to prove that the two belong together. */
  readonly hash: Uint8Array;
  readonly bytes: Uint8Array;
  /** What the program around the engine keeps of the same commands. */
  readonly beside?: Uint8Array | undefined;
}

/** A snapshot that was restored. */
export interface RestoredSnapshot<Made> {
  readonly position: number;
  readonly hash: Uint8Array;
  readonly made: Made;
  /** What the snapshot held beside the state; null for nothing. */
  readonly beside: Uint8Array | null;
}

/**
 * A snapshot file that can't be used: it is not what was written, or of a format that is no longer read, or lacks what its
 * caller needs beside the state.
 */
export interface InvalidSnapshot {
  readonly name: string;
  readonly reason: string;
  /**
   * False when the file is whole, but of a format that is no longer read, or without what its caller needs beside the
   * state.
   */
  readonly isDamaged: boolean;
}

const MAGIC = new TextEncoder().encode("EVMSNAP\0");
const FORMAT_VERSION = 2;
/** The format of a state without anything beside it. */
const ALONE = 1;
const LENGTH_BYTES = 8;
const COVERED_BYTES = 64;
const HEADER_BYTES = COVERED_BYTES + HASH_BYTES;
const NAME = /^snapshot-(\d{16})\.state$/;
const UNFINISHED_NAME = "snapshot.new";
const PIECE_BYTES = 4 * 1024 * 1024;
const READ_BYTES = 256 * 1024;

interface SnapshotStoreOptions {
  /** Created if missing. */
  readonly directory: string;
  /** A state is written and synced in pieces, so that the event loop keeps turning and the journal's syncs never wait long. */
  readonly pieceBytes?: number;
  readonly disk?: Disk;
}

export class SnapshotStore {
  private readonly directory: string;
  private readonly disk: Disk;
  private readonly pieceBytes: number;
  /** Positions whose snapshot was written or checked by this store. */
  private readonly whole = new Set<number>();
  private writing = false;

  constructor(options: SnapshotStoreOptions) {
    this.directory = options.directory;
    this.disk = options.disk ?? realDisk;
    this.pieceBytes = options.pieceBytes ?? PIECE_BYTES;
    this.disk.makeDirectory(this.directory);
  }

  /**
   * Writes a snapshot; resolves once it is durable. One at a time. `bytes` must not change in the meantime.
   * @throws the disk's error; then there is no snapshot at this position
   */
  async write(snapshot: Snapshot): Promise<void> {
    const { position } = snapshot;
    assert(!this.writing, "one snapshot is written at a time", { position });
    this.writing = true;
    const unfinished = join(this.directory, UNFINISHED_NAME);
    try {
      const file = this.disk.open(unfinished, "create");
      try {
        await writeFile(file, snapshot, this.pieceBytes);
      } finally {
        file.close();
      }
      this.disk.rename(unfinished, join(this.directory, snapshotName(position)));
      this.disk.syncDirectory(this.directory);
      this.whole.add(position);
    } finally {
      this.writing = false;
    }
  }

  /** Positions that have a snapshot file, newest first; the files may be damaged. */
  list(): number[] {
    const positions: number[] = [];
    for (const name of this.disk.list(this.directory)) {
      const position = snapshotPositionOf(name);
      if (position !== undefined) positions.push(position);
    }
    return positions.sort((a, b) => b - a);
  }

  /**
   * Restores the newest snapshot at or below a position that is whole and readable; and lists those that were skipped.
   * @param make reads all of a state and lets the source `finish`; returns null when the state is of a format that is no
   * longer read
   * @param isUsable whether what the snapshot holds beside its state is enough for the caller
   * @throws {WrittenByNewer} when the newest was written by a later version of this program
   */
  restoreNewest<Made>(
    make: (state: ByteSource) => Made | null,
    atOrBelow = Number.MAX_SAFE_INTEGER,
    isUsable: (beside: Uint8Array | null, position: number) => boolean = () => true,
  ): { snapshot: RestoredSnapshot<Made> | undefined; skipped: InvalidSnapshot[] } {
    const skipped: InvalidSnapshot[] = [];
    for (const position of this.list()) {
      if (position > atOrBelow) continue;
      const restored = this.restore(position, make, isUsable);
      if (!("reason" in restored)) return { snapshot: restored, skipped };
      skipped.push(restored);
    }
    return { snapshot: undefined, skipped };
  }

  /** Whether the snapshot at a position is whole; reads it only once. */
  isWhole(position: number): boolean {
    return this.whole.has(position) || !("reason" in this.restore(position, drain));
  }

  /** Restores the snapshot at a position with `make`, or says why that is impossible. */
  private restore<Made>(
    position: number,
    make: (state: ByteSource) => Made | null,
    isUsable: (beside: Uint8Array | null, position: number) => boolean = () => true,
  ): RestoredSnapshot<Made> | InvalidSnapshot {
    const name = snapshotName(position);
    const file = this.disk.open(join(this.directory, name), "read");
    try {
      const header = readHeader(file, position);
      if (typeof header === "string") return { name, reason: header, isDamaged: true };
      const state = new StateReader(file, header);
      if (header.version > FORMAT_VERSION && state.isWhole()) {
        throw new WrittenByNewer("it", `format ${header.version}`, FORMAT_VERSION);
      }
      let beside: Uint8Array | null = null;
      let isEnough = true;
      const made = madeOf(state, (source) => {
        if (header.version > ALONE) beside = readBeside(source, header);
        isEnough = isUsable(beside, position);
        return isEnough ? make(source) : null;
      });
      if (!state.isWhole()) return { name, reason: "the checksum does not match", isDamaged: true };
      this.whole.add(position);
      if (!isEnough) return { name, reason: "it lacks what has to stand beside the state", isDamaged: false };
      if (made === null)
        return { name, reason: "it is of a format that this version no longer reads", isDamaged: false };
      return { position, hash: header.hash, made, beside };
    } catch (error) {
      throw error instanceof WrittenByNewer ? error.named(`snapshot ${name}`) : error;
    } finally {
      file.close();
    }
  }

  /** The journal's hash in the header of the snapshot at a position; undefined when the header is damaged. */
  hashAt(position: number): Uint8Array | undefined {
    const file = this.disk.open(join(this.directory, snapshotName(position)), "read");
    try {
      const header = readHeader(file, position);
      return typeof header === "string" ? undefined : header.hash;
    } finally {
      file.close();
    }
  }

  /** Renames the snapshot at a position, so that nothing is restored from it. Returns its new name. */
  setAside(position: number): string {
    this.whole.delete(position);
    return setAside(join(this.directory, snapshotName(position)), [""], this.disk);
  }

  /** Deletes the snapshot at a position. */
  remove(position: number): void {
    this.whole.delete(position);
    this.disk.remove(join(this.directory, snapshotName(position)));
    this.disk.syncDirectory(this.directory);
  }
}

/** Undefined for a name that no snapshot has. */
export function snapshotPositionOf(name: string): number | undefined {
  const found = NAME.exec(name)?.[1];
  return found === undefined ? undefined : Number(found);
}

export function snapshotName(position: number): string {
  return `snapshot-${String(position).padStart(16, "0")}.state`;
}

async function writeFile(
  file: DiskFile,
  { position, hash, bytes, beside }: Snapshot,
  pieceBytes: number,
): Promise<void> {
  const contents = beside === undefined ? [bytes] : [Buffer.concat([lengthOf(beside), beside]), bytes];
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  header.set(MAGIC);
  view.setUint32(8, beside === undefined ? ALONE : FORMAT_VERSION, true);
  view.setFloat64(16, position, true);
  view.setFloat64(
    24,
    contents.reduce((sum, { length }) => sum + length, 0),
    true,
  );
  header.set(hash, 32);
  const digest = createHash("sha256").update(header.subarray(0, COVERED_BYTES));
  let at = HEADER_BYTES;
  for (const content of contents) {
    for (let done = 0; done < content.length; done += pieceBytes) {
      const piece = content.subarray(done, done + pieceBytes);
      digest.update(piece);
      file.write(piece, at);
      at += piece.length;
      await synced(file);
    }
  }
  header.set(digest.digest(), COVERED_BYTES);
  file.write(header, 0);
  await synced(file);
}

function lengthOf({ length }: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(LENGTH_BYTES);
  new DataView(bytes.buffer).setFloat64(0, length, true);
  return bytes;
}

/** Reads what precedes the state. It counts only once the file is found to be whole. @throws when its length is impossible */
function readBeside(state: ByteSource, { stateBytes }: Header): Uint8Array {
  const length = new Uint8Array(LENGTH_BYTES);
  state.read(length);
  const count = new DataView(length.buffer).getFloat64(0, true);
  assert(count >= 0 && count <= stateBytes - LENGTH_BYTES, "what stands beside a state is no longer than its file", {
    count,
  });
  const beside = new Uint8Array(count);
  state.read(beside);
  return beside;
}

function synced(file: DiskFile): Promise<void> {
  return new Promise((resolve, reject) => file.syncLater((error) => (error ? reject(error) : resolve())));
}

interface Header {
  readonly bytes: Uint8Array;
  readonly version: number;
  /** The journal's hash at the position. */
  readonly hash: Uint8Array;
  readonly stateBytes: number;
}

/** The header of a snapshot, or what is wrong with it. Its statements about the state are not checked yet. */
function readHeader(file: DiskFile, position: number): Header | string {
  const bytes = new Uint8Array(HEADER_BYTES);
  if (file.read(bytes, 0) < HEADER_BYTES) return "the header is incomplete";
  const view = new DataView(bytes.buffer);
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) return "this is not a snapshot";
  const version = view.getUint32(8, true);
  if (version < ALONE) return `format version ${version}, not ${FORMAT_VERSION}`;
  const stateBytes = view.getFloat64(24, true);
  if (stateBytes !== file.size() - HEADER_BYTES) return "the state is incomplete";
  if (view.getFloat64(16, true) !== position) return "the position is not the name's";
  return { bytes, version, hash: bytes.slice(32, COVERED_BYTES), stateBytes };
}

/** A snapshot is not what was written. Its reader then stops, and the next older one is tried. */
class DamagedState extends Error {}

/** The state of a snapshot, checked as it is read: each byte is read once, directly to its place. */
class StateReader implements ByteSource {
  readonly #file: DiskFile;
  readonly #digest: Hash;
  readonly #expected: Uint8Array;
  #at = HEADER_BYTES;
  #isWhole: boolean | undefined;

  constructor(file: DiskFile, { bytes }: Header) {
    this.#file = file;
    this.#digest = createHash("sha256").update(bytes.subarray(0, COVERED_BYTES));
    this.#expected = bytes.subarray(COVERED_BYTES);
  }

  read(into: Uint8Array): number {
    let done = 0;
    while (done < into.length) {
      // A piece that was just read is still in the processor's caches when it is hashed.
      const piece = into.subarray(done, done + READ_BYTES);
      const count = this.#file.read(piece, this.#at);
      this.#digest.update(piece.subarray(0, count));
      this.#at += count;
      done += count;
      if (count < piece.length) break;
    }
    return done;
  }

  /** @throws {DamagedState} */
  finish(): void {
    if (!this.isWhole()) throw new DamagedState();
  }

  /** Whether all bytes match the checksum; reads those that are left. */
  isWhole(): boolean {
    if (this.#isWhole !== undefined) return this.#isWhole;
    const rest = new Uint8Array(READ_BYTES);
    while (this.read(rest) > 0);
    this.#isWhole = sameHash(this.#expected, this.#digest.digest());
    return this.#isWhole;
  }
}

/** Calls `make`. An error counts only if the bytes are those that were written, because wrong ones can cause any error. */
function madeOf<Made>(state: StateReader, make: (state: ByteSource) => Made | null): Made | null {
  try {
    return make(state);
  } catch (error) {
    if (state.isWhole()) throw error;
    return null;
  }
}

/** Only checks the state. */
function drain(state: ByteSource): true {
  state.finish();
  return true;
}
