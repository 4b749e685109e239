// Rereads closed segments, a piece at a time, while the journal is in use. A start trusts what it remembers of them
// (segment-memory.ts), so a bit that flips in one has to be found by another reader, while there are backups that still
// have it.

import { join } from "node:path";
import type { BadPlace } from "./corrupt.ts";
import { type Disk, isMissing, realDisk } from "./journal-disk.ts";
import { SegmentScan } from "./scan.ts";
import { listSegments, readSegmentHeader, type Segment } from "./segment.ts";

const PIECE_BYTES = 1024 * 1024;

interface RoundOptions {
  readonly directory: string;
  /** Called with each segment that is not what was written. */
  readonly onDamage: (place: BadPlace) => void;
  /** Called after each piece of so many bytes; the reading continues once it resolves. */
  readonly pause: (bytes: number) => Promise<void>;
  readonly disk?: Disk;
}

/**
 * Checks each closed segment that there is now, from the oldest on, independently of the others. A segment that is pruned
 * in the meantime is skipped.
 */
export async function checkClosedSegments({
  directory,
  onDamage,
  pause,
  disk = realDisk,
}: RoundOptions): Promise<void> {
  for (const segment of listSegments(disk, directory).slice(0, -1)) {
    try {
      const bad = await firstBadPlace(disk, directory, segment, pause);
      if (bad !== undefined) onDamage(bad);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

async function firstBadPlace(
  disk: Disk,
  directory: string,
  segment: Segment,
  pause: RoundOptions["pause"],
): Promise<BadPlace | undefined> {
  const file = disk.open(join(directory, segment.name), "read");
  try {
    const header = readSegmentHeader(file, segment);
    if ("problem" in header) return { segment: segment.name, byte: header.byte, reason: header.problem };
    const scan = new SegmentScan(file, segment.first, true);
    for (let from = scan.byte; scan.next(); ) {
      if (scan.byte - from < PIECE_BYTES) continue;
      await pause(scan.byte - from);
      from = scan.byte;
    }
    return scan.problem === undefined ? undefined : { segment: segment.name, byte: scan.byte, reason: scan.problem };
  } finally {
    file.close();
  }
}
