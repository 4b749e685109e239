// Segments that are checked before the journal is opened: those that lie before a snapshot are not replayed, so another core
// can check them while the snapshot is restored.

import { join } from "node:path";
import { type Disk, realDisk } from "./disk.ts";
import { SegmentScan } from "./scan.ts";
import { listSegments, readSegmentHeader, type Segment } from "./segment.ts";

/** A segment of which each record is good by itself and continues the hash chain from the segment's header. */
export interface CheckedSegment {
  readonly name: string;
  /** Where its last record ends, that record's position and its hash. */
  readonly byte: number;
  readonly position: number;
  readonly hash: Uint8Array;
}

/** The segments whose records are all at or below a position; never the last one, which may still grow. */
export function segmentsUpTo(directory: string, position: number, disk: Disk = realDisk): Segment[] {
  const segments = listSegments(disk, directory);
  return segments.filter((_, i) => (segments[i + 1]?.first ?? Number.POSITIVE_INFINITY) - 1 <= position);
}

/** Checks these segments, up to the first that is not good: whoever opens the journal finds out what is wrong with it. */
export function checkSegmentsUpTo(directory: string, position: number, disk: Disk = realDisk): CheckedSegment[] {
  const checked: CheckedSegment[] = [];
  for (const segment of segmentsUpTo(directory, position, disk)) {
    const found = check(disk, directory, segment);
    if (found === undefined) break;
    checked.push(found);
  }
  return checked;
}

function check(disk: Disk, directory: string, segment: Segment): CheckedSegment | undefined {
  const file = disk.open(join(directory, segment.name), "read");
  try {
    if ("problem" in readSegmentHeader(file, segment)) return undefined;
    const scan = new SegmentScan(file, segment.first, true);
    while (scan.next());
    if (scan.problem) return undefined;
    return { name: segment.name, byte: scan.byte, position: scan.nextPosition - 1, hash: scan.hash() };
  } finally {
    file.close();
  }
}
