// Which closed segments were found good, or were written by the process that closed them: `checked.json`, so that a start need
// not read all of a long journal again. A segment counts as the one that is remembered if its inode, its time of change and its
// size are the same, and it ends with the same hash; a copy of it does not, and is read as a whole once. What this gives up: a
// bit that flips in such a segment is not noticed by a start that does not replay it, but by the check that goes on behind a
// running venue, by `verify`, or by a program that reads it.
//
// It also says how far the journal went when it was written: one that ends before that is not all there.

import { join } from "node:path";
import { readFacts, writeFacts } from "./checksummed-file.ts";
import { HASH_BYTES } from "./checksums.ts";
import type { Disk, DiskFile } from "./journal-disk.ts";
import type { Trace } from "./journal-traces.ts";
import type { CheckedSegment } from "./segment.ts";

export interface RememberedSegment extends CheckedSegment {
  /** Of the file as it was then. */
  readonly stamp: string;
}

export const MEMORY_NAME = "checked.json";
const FORMAT = 1;

interface Facts {
  readonly format: number;
  readonly segments: readonly (Omit<RememberedSegment, "hash"> & { readonly hash: string })[];
}

/** What is remembered of a directory; nothing if the file is missing, damaged or of another format. */
export function readSegmentMemory(disk: Disk, directory: string): RememberedSegment[] {
  const read = readFacts(join(directory, MEMORY_NAME), disk);
  if (typeof read === "string") return [];
  const { format, segments } = read.facts as Facts;
  if (format !== FORMAT) return [];
  return segments.map((segment) => ({ ...segment, hash: new Uint8Array(Buffer.from(segment.hash, "hex")) }));
}

/** Best effort: what is not remembered is read again. */
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

/** The segment in an open file, if it is the one that is remembered under this name. */
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

/** Whether two memories say the same. */
export function sameMemory(a: readonly RememberedSegment[], b: readonly RememberedSegment[]): boolean {
  return a.length === b.length && a.every(({ name, stamp }, i) => name === b[i]?.name && stamp === b[i]?.stamp);
}

/** How far the journal went at least. */
export function traceOfMemory(memory: readonly RememberedSegment[]): Trace[] {
  const last = memory.at(-1);
  return last === undefined ? [] : [{ file: MEMORY_NAME, position: last.position }];
}
