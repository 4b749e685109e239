// Verifies a journal that no process writes to, without changing or repairing anything: every CRC, every position and the
// whole hash chain, from position 1 if all segments were kept. Trusting the last hash then means trusting every record
// before it.

import { join } from "node:path";
import { GENESIS, sameHash } from "./checksums.ts";
import { type BadPlace, JournalCorrupt } from "./corrupt.ts";
import { type Disk, realDisk } from "./journal-disk.ts";
import { SegmentScan } from "./scan.ts";
import { listSegments, readSegmentHeader, type Segment, segmentName } from "./segment.ts";

export interface Verification {
  /** How many records are good, from the first one on. */
  readonly records: number;
  /** 1 when the chain was verified from its beginning; more after pruning. */
  readonly firstPosition: number;
  readonly lastPosition: number;
  /** The chain's value after `lastPosition`, in hexadecimal. */
  readonly hash: string;
  /** The first place that is not what was written; undefined when everything is good. An incomplete end counts as one. */
  readonly bad: BadPlace | undefined;
}

interface Progress {
  position: number;
  hash: Uint8Array;
}

/** Verifies all segments of a directory, up to the first bad place. */
export function verifyJournal(directory: string, disk: Disk = realDisk): Verification {
  const segments = listSegments(disk, directory);
  const firstPosition = segments[0]?.first ?? 1;
  const progress: Progress = { position: firstPosition - 1, hash: GENESIS };
  const bad = firstBadPlace(disk, directory, segments, progress);
  return {
    records: progress.position - firstPosition + 1,
    firstPosition,
    lastPosition: progress.position,
    hash: Buffer.from(progress.hash).toString("hex"),
    bad,
  };
}

function firstBadPlace(disk: Disk, directory: string, segments: Segment[], progress: Progress): BadPlace | undefined {
  try {
    for (const segment of segments) verifySegment(disk, directory, segment, progress);
    return undefined;
  } catch (error) {
    if (error instanceof JournalCorrupt) return { segment: error.segment, byte: error.byte, reason: error.reason };
    throw error;
  }
}

function verifySegment(disk: Disk, directory: string, segment: Segment, progress: Progress): void {
  const next = progress.position + 1;
  if (segment.first > next) {
    throw new JournalCorrupt({ segment: segmentName(next), byte: 0, reason: "the segment is missing" });
  }
  const file = disk.open(join(directory, segment.name), "read");
  try {
    const header = readSegmentHeader(file, segment);
    if ("problem" in header) throw corruptAt(segment, header.byte, header.problem);
    if (segment.first < next) throw corruptAt(segment, 0, `it repeats positions ${segment.first} to ${next - 1}`);
    const afterPruning = progress.hash === GENESIS && segment.first > 1;
    if (!afterPruning && !sameHash(header.previousHash, progress.hash)) {
      throw corruptAt(segment, 32, "the segment does not continue the hash chain");
    }
    const scan = new SegmentScan(file, segment.first, true);
    while (scan.next()) progress.position++;
    progress.hash = scan.hash();
    if (scan.problem) throw corruptAt(segment, scan.byte, scan.problem);
  } finally {
    file.close();
  }
}

function corruptAt(segment: Segment, byte: number, reason: string): JournalCorrupt {
  return new JournalCorrupt({ segment: segment.name, byte, reason });
}
