// The hash chain's value at one position, which proves that a snapshot, or a note of how a venue began, belongs to this
// journal.

import { join } from "node:path";
import { type Disk, realDisk } from "./journal-disk.ts";
import { SegmentScan } from "./scan.ts";
import { listSegments, readSegmentHeader } from "./segment.ts";

/** The hash that ends the record at a position; undefined when the journal does not have the record, or it is damaged. */
export function chainHashAt(directory: string, position: number, disk: Disk = realDisk): Uint8Array | undefined {
  const segment = listSegments(disk, directory).findLast(({ first }) => first <= position);
  if (segment === undefined) return undefined;
  const file = disk.open(join(directory, segment.name), "read");
  const scan = new SegmentScan(file, segment.first, true);
  try {
    if ("problem" in readSegmentHeader(file, segment)) return undefined;
    while (scan.nextPosition <= position) if (scan.next() === undefined) return undefined;
    return scan.hash();
  } finally {
    scan.close();
  }
}
