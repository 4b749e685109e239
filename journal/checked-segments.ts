// Segments that are checked before the journal is opened. Segments that end before a snapshot are not replayed, so another
// core can check them while the snapshot is restored. Those that are remembered as good are not even read.

import { join } from "node:path";
import { type Disk, type DiskFile, realDisk } from "./journal-disk.ts";
import { SegmentScan } from "./scan.ts";
import { type CheckedSegment, listSegments, readSegmentHeader, type Segment } from "./segment.ts";
import { readSegmentMemory, recallSegment } from "./segment-memory.ts";

/** The segments whose records are all at or below a position; never the last one, which may still grow. */
function segmentsUpTo(directory: string, position: number, disk: Disk): Segment[] {
  const segments = listSegments(disk, directory);
  return segments.filter((_, i) => (segments[i + 1]?.first ?? Number.POSITIVE_INFINITY) - 1 <= position);
}

/** Splits the segments up to a position into those that are remembered as good and those that have to be read. */
export function recallSegmentsUpTo(
  directory: string,
  position: number,
  disk: Disk = realDisk,
): { readonly recalled: CheckedSegment[]; readonly unknown: Segment[] } {
  const memory = readSegmentMemory(disk, directory);
  const recalled: CheckedSegment[] = [];
  const unknown: Segment[] = [];
  for (const segment of segmentsUpTo(directory, position, disk)) {
    const known = withFile(disk, directory, segment, (file) => recallSegment(memory, segment.name, file));
    if (known === undefined) unknown.push(segment);
    else recalled.push(known);
  }
  return { recalled, unknown };
}

/** Reads and checks segments, up to the first that is not good: opening the journal will then find what is wrong with it. */
export function checkSegments(
  directory: string,
  segments: readonly Segment[],
  disk: Disk = realDisk,
): CheckedSegment[] {
  const checked: CheckedSegment[] = [];
  for (const segment of segments) {
    const found = withFile(disk, directory, segment, (file) => check(file, segment));
    if (found === undefined) break;
    checked.push(found);
  }
  return checked;
}

function check(file: DiskFile, segment: Segment): CheckedSegment | undefined {
  if ("problem" in readSegmentHeader(file, segment)) return undefined;
  const scan = new SegmentScan(file, segment.first, true);
  while (scan.next());
  if (scan.problem) return undefined;
  return { name: segment.name, byte: scan.byte, position: scan.nextPosition - 1, hash: scan.hash() };
}

function withFile<Result>(disk: Disk, directory: string, { name }: Segment, use: (file: DiskFile) => Result): Result {
  const file = disk.open(join(directory, name), "read");
  try {
    return use(file);
  } finally {
    file.close();
  }
}
