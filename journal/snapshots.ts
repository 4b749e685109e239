// Snapshots of the engine's state, each at a journal position, so that a start replays only what came after. A snapshot
// is a convenience, never the truth: a damaged one is skipped and reported, and an older one, or the journal alone, gives
// the same state. Written under another name, synced and renamed, so one that has its name is whole. Layout,
// little-endian:
//
//     byte 0   8 bytes  "EVMSNAP" and a zero
//          8   u32      format version; 4 zero bytes
//         16   f64      position: the state after this record
//         24   f64      length of the state in bytes
//         32            the journal's hash at the position
//         64            SHA-256 of bytes 0-63 and of the state
//         96            the state

import { createHash } from "node:crypto";
import { join } from "node:path";
import { assert } from "@evermark/engine/fault.ts";
import { HASH_BYTES, sameHash } from "./digest.ts";
import { type Disk, type DiskFile, realDisk } from "./disk.ts";

export interface Snapshot {
  readonly position: number;
  /** The journal's hash at the position, to prove that the two belong together. */
  readonly hash: Uint8Array;
  readonly bytes: Uint8Array;
}

/** A snapshot file that is not what was written. */
export interface InvalidSnapshot {
  readonly name: string;
  readonly reason: string;
}

const MAGIC = new TextEncoder().encode("EVMSNAP\0");
const FORMAT_VERSION = 1;
const COVERED_BYTES = 64;
const HEADER_BYTES = COVERED_BYTES + HASH_BYTES;
const NAME = /^snapshot-(\d{16})\.state$/;
const UNFINISHED_NAME = "snapshot.new";
const PIECE_BYTES = 4 * 1024 * 1024;

interface SnapshotStoreOptions {
  /** Made when missing. */
  readonly directory: string;
  /** A state is written and synced in pieces: the event loop keeps turning, and the journal's syncs never wait long. */
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
   * Writes a snapshot; resolves once it is durable. One at a time. `bytes` must not change meanwhile.
   * @throws what the disk says; then there is no snapshot at this position
   */
  async write({ position, hash, bytes }: Snapshot): Promise<void> {
    assert(!this.writing, "one snapshot is written at a time", { position });
    this.writing = true;
    const unfinished = join(this.directory, UNFINISHED_NAME);
    try {
      const file = this.disk.open(unfinished, "create");
      try {
        await writeFile(file, { position, hash, bytes }, this.pieceBytes);
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
      const match = NAME.exec(name);
      if (match) positions.push(Number(match[1]));
    }
    return positions.sort((a, b) => b - a);
  }

  /** The newest snapshot that is whole, at or below a position; and those that were skipped because they are not. */
  newest(atOrBelow = Number.MAX_SAFE_INTEGER): { snapshot: Snapshot | undefined; skipped: InvalidSnapshot[] } {
    const skipped: InvalidSnapshot[] = [];
    for (const position of this.list()) {
      if (position > atOrBelow) continue;
      const read = this.read(position);
      if (!("reason" in read)) return { snapshot: read, skipped };
      skipped.push(read);
    }
    return { snapshot: undefined, skipped };
  }

  /** The snapshot at a position, or what is wrong with it. */
  read(position: number): Snapshot | InvalidSnapshot {
    const name = snapshotName(position);
    const file = this.disk.open(join(this.directory, name), "read");
    try {
      const content = new Uint8Array(file.size());
      const count = file.read(content, 0);
      const snapshot = decode(content.subarray(0, count), name, position);
      if (!("reason" in snapshot)) this.whole.add(position);
      return snapshot;
    } finally {
      file.close();
    }
  }

  /** Whether the snapshot at a position is whole; reads it only once. */
  isWhole(position: number): boolean {
    return this.whole.has(position) || !("reason" in this.read(position));
  }

  /** Deletes the snapshot at a position. */
  remove(position: number): void {
    this.whole.delete(position);
    this.disk.remove(join(this.directory, snapshotName(position)));
    this.disk.syncDirectory(this.directory);
  }
}

function snapshotName(position: number): string {
  return `snapshot-${String(position).padStart(16, "0")}.state`;
}

async function writeFile(file: DiskFile, { position, hash, bytes }: Snapshot, pieceBytes: number): Promise<void> {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  header.set(MAGIC);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setFloat64(16, position, true);
  view.setFloat64(24, bytes.length, true);
  header.set(hash, 32);
  const digest = createHash("sha256").update(header.subarray(0, COVERED_BYTES));
  for (let done = 0; done < bytes.length; done += pieceBytes) {
    const piece = bytes.subarray(done, done + pieceBytes);
    digest.update(piece);
    file.write(piece, HEADER_BYTES + done);
    await synced(file);
  }
  header.set(digest.digest(), COVERED_BYTES);
  file.write(header, 0);
  await synced(file);
}

function synced(file: DiskFile): Promise<void> {
  return new Promise((resolve, reject) => file.syncLater((error) => (error ? reject(error) : resolve())));
}

function decode(content: Uint8Array, name: string, position: number): Snapshot | InvalidSnapshot {
  if (content.length < HEADER_BYTES) return { name, reason: "the header is incomplete" };
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  if (MAGIC.some((byte, i) => content[i] !== byte)) return { name, reason: "this is not a snapshot" };
  const version = view.getUint32(8, true);
  if (version !== FORMAT_VERSION) return { name, reason: `format version ${version}, not ${FORMAT_VERSION}` };
  const bytes = content.subarray(HEADER_BYTES);
  if (view.getFloat64(24, true) !== bytes.length) return { name, reason: "the state is incomplete" };
  const checksum = createHash("sha256").update(content.subarray(0, COVERED_BYTES)).update(bytes).digest();
  if (!sameHash(content.subarray(COVERED_BYTES, HEADER_BYTES), checksum)) {
    return { name, reason: "the checksum does not match" };
  }
  if (view.getFloat64(16, true) !== position) return { name, reason: "the position is not the name's" };
  return { position, hash: content.slice(32, COVERED_BYTES), bytes };
}
