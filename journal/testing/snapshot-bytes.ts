// A snapshot as bytes, for tests that compare them. A venue instead builds its engine while it reads.

import type { ByteSource } from "@evermark/engine";
import type { InvalidSnapshot, Snapshot, SnapshotStore } from "../snapshots.ts";

const PIECE_BYTES = 64 * 1024;

/** The newest snapshot at or below a position that is whole; and those that were skipped because they are not. */
export function newestSnapshot(
  store: SnapshotStore,
  atOrBelow?: number,
): { snapshot: Snapshot | undefined; skipped: InvalidSnapshot[] } {
  const { snapshot, skipped } = store.restoreNewest(allOf, atOrBelow);
  if (snapshot === undefined) return { snapshot, skipped };
  const { position, hash, made: bytes } = snapshot;
  return { snapshot: { position, hash, bytes }, skipped };
}

/** All bytes that are left in a source. */
export function allOf(state: ByteSource): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (;;) {
    const piece = new Uint8Array(PIECE_BYTES);
    const count = state.read(piece);
    if (count === 0) break;
    pieces.push(piece.subarray(0, count));
  }
  state.finish();
  return Buffer.concat(pieces);
}
