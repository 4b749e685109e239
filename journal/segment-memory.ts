// Remembers in `checked.json` which closed segments were found good, or were written by the process that closed them, so
// that a start need not read all of a long journal again. A file counts as the remembered segment if its inode, its
// modification time and its size are the same, and it ends with the same hash; a copy of it does not, and is read as a
// whole once. The price: a bit that flips in such a segment is not noticed by a start that does not replay it, but only by
// the check that continues while a venue runs, by `verify`, or by a program that reads it.
//
// The memory also shows how far the journal went when it was written: a journal that ends before that is incomplete.

import { join } from "node:path";
import { readFacts, writeFacts } from "./checksummed-file.ts";
import { HASH_BYTES } from "./checksums.ts";
import type { Disk, DiskFile } from "./journal-disk.ts";
import type { Trace } from "./journal-traces.ts";
import type { CheckedSegment } from "./segment.ts";

export interface RememberedSegment extends CheckedSegment {
  /** The file's stamp at that time. */
  readonly stamp: string;
}

export const MEMORY_NAME = "checked.json";
const FORMAT = 1;

interface Facts {
  readonly format: number;
  readonly segments: readonly (Omit<RememberedSegment, "hash"> & { readonly hash: string })[];
}

/** The remembered segments of a directory; none if the file is missing, damaged or of another format. */
export function readSegmentMemory(disk: Disk, directory: string): RememberedSegment[] {
  const read = readFacts(join(directory, MEMORY_NAME), disk);
  if (typeof read === "string") return [];
  const { format, segments } = read.facts as Facts;
  if (format !== FORMAT) return [];
  return segments.map((segment) => ({ ...segment, hash: new Uint8Array(Buffer.from(segment.hash, "hex")) }));
}

/** Best effort: segments that are not remembered are read again. */
export function writeSegmentMemory(disk: Disk, directory: string, segments: readonly RememberedSegment[]): void {
  const facts: Facts = {
    format: FORMAT,
    segments: segments.map((segment) => ({ ...segment, hash: Buffer.from(segment.hash).toString("hex") })),
  };
  try {
    writeFacts(join(directory, MEMORY_NAME), facts, false, disk);
  } catch {
    // See above.
  }
}

/** The segment in an open file, if it is the one remembered under this name. */
export function recallSegment(
  memory: readonly RememberedSegment[],
  name: string,
  file: DiskFile,
): CheckedSegment | undefined {
  const known = memory.find((segment) => segment.name === name);
  if (known === undefined || known.stamp !== file.stamp()) return undefined;
  const end = new Uint8Array(HASH_BYTES);
  file.read(end, known.byte - HASH_BYTES);
  return Buffer.compare(end, known.hash) === 0 ? known : undefined;
}

/** Whether two memories hold the same segments. */
export function sameMemory(a: readonly RememberedSegment[], b: readonly RememberedSegment[]): boolean {
  return a.length === b.length && a.every(({ name, stamp }, i) => name === b[i]?.name && stamp === b[i]?.stamp);
}

/** A trace of how far the journal went at least. */
export function traceOfMemory(memory: readonly RememberedSegment[]): Trace[] {
  const last = memory.at(-1);
  return last === undefined ? [] : [{ file: MEMORY_NAME, position: last.position }];
}
