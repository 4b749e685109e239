// Room: zeros written ahead after the last record of the last segment, so that the next batches overwrite bytes that are
// there already. The sync of a file that has grown also writes the file's new size and blocks through the file system's own
// journal, and takes about twice as long; with room that happens once every few dozen batches.
//
// Zeros mean nothing: no record starts with them (its position is not zero), so the records end where only zeros follow up
// to the end of the file. Opening and closing a journal cut the room off; only a running or a killed process leaves any.

import type { ReadFile } from "./journal-disk.ts";

/** How much is written ahead at a time: more would make the sync that includes it too long. */
export const ROOM_BYTES = 256 * 1024;

export const ROOM = new Uint8Array(ROOM_BYTES);

const CHUNK_BYTES = 1024 * 1024;

/** Where the zeros at the end of the file begin: the byte after the last one that is not zero, but not before `from`. */
export function endOfContent(file: ReadFile, from: number): number {
  const bytes = new Uint8Array(CHUNK_BYTES);
  for (let end = file.size(); end > from; ) {
    const start = Math.max(from, end - CHUNK_BYTES);
    const chunk = bytes.subarray(0, end - start);
    file.read(chunk, start);
    const last = chunk.findLastIndex((byte) => byte !== 0);
    if (last >= 0) return start + last + 1;
    end = start;
  }
  return from;
}
