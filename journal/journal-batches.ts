// Reads a journal that no process writes to, batch by batch: the bytes of the segment files, with the values of the hash
// chain before and after them. Keeping these bytes elsewhere keeps the journal, hashes included. A record's bytes say
// whether it is the first of its batch, so a batch that is written again as one comes out the same.

import { join } from "node:path";
import { GENESIS, HASH_BYTES, sameHash } from "./checksums.ts";
import { JournalCorrupt } from "./corrupt.ts";
import { type Disk, type DiskFile, realDisk } from "./journal-disk.ts";
import { SegmentScan } from "./scan.ts";
import { listSegments, readSegmentHeader, type Segment } from "./segment.ts";

export interface JournalBatch {
  /** Positions of the first and the last record. */
  readonly first: number;
  readonly last: number;
  /** Time of the last record, in venue milliseconds. */
  readonly at: number;
  /** The chain's values before and after the batch. */
  readonly before: Uint8Array;
  readonly hash: Uint8Array;
  /** The records as they are in the file. */
  readonly content: Uint8Array;
}

interface BatchesOptions {
  /** The last position to read, which the journal must have. */
  readonly to: number;
  readonly disk?: Disk;
}

/** A batch, or the part of one that is in a segment. */
interface Piece extends JournalBatch {
  readonly isBeginning: boolean;
}

/**
 * Reads from position 1 on.
 * @throws {JournalCorrupt} naming segment and byte, after the batches before that were yielded
 */
export function* readBatches(directory: string, options: BatchesOptions): Generator<JournalBatch, void, undefined> {
  let batch: JournalBatch | undefined;
  for (const { isBeginning, ...piece } of readPieces(directory, options)) {
    if (batch !== undefined && isBeginning) yield batch;
    // Copying a journal can be interrupted within a batch, and continue in another segment.
    batch = batch === undefined || isBeginning ? piece : joined(batch, piece);
  }
  if (batch !== undefined) yield batch;
}

function joined({ first, before, content }: JournalBatch, rest: JournalBatch): JournalBatch {
  return { ...rest, first, before, content: Buffer.concat([content, rest.content]) };
}

function* readPieces(directory: string, { to, disk = realDisk }: BatchesOptions): Generator<Piece, void, undefined> {
  let end: Pick<Piece, "last" | "hash"> = { last: 0, hash: GENESIS };
  for (const segment of listSegments(disk, directory)) {
    if (segment.first > to) return;
    const file = disk.open(join(directory, segment.name), "read");
    try {
      for (const piece of piecesOf(file, segment, end, to)) {
        yield piece;
        end = piece;
      }
    } finally {
      file.close();
    }
  }
}

function* piecesOf(
  file: DiskFile,
  segment: Segment,
  behind: Pick<Piece, "last" | "hash">,
  to: number,
): Generator<Piece, void, undefined> {
  const header = readSegmentHeader(file, segment);
  if ("problem" in header) throw corrupt(segment, header.byte, header.problem);
  if (segment.first !== behind.last + 1) throw corrupt(segment, 0, `position ${behind.last + 1} is in no segment`);
  if (!sameHash(header.previousHash, behind.hash)) {
    throw corrupt(segment, 0, "the segment does not continue the hash chain");
  }
  const scan = new SegmentScan(file, segment.first, true);
  let start = { byte: scan.byte, first: segment.first, before: behind.hash, isBeginning: true };
  let at = 0;
  const cut = (byte: number, last: number): Piece => {
    const content = new Uint8Array(byte - start.byte);
    file.read(content, start.byte);
    const { first, before, isBeginning } = start;
    return { first, last, at, before, hash: content.slice(-HASH_BYTES), content, isBeginning };
  };
  while (scan.nextPosition <= to) {
    const { byte, nextPosition: first } = scan;
    const record = scan.next();
    if (record === undefined) break;
    if (byte === start.byte) start = { ...start, isBeginning: scan.startsBatch };
    else if (scan.startsBatch) {
      const piece = cut(byte, first - 1);
      yield piece;
      start = { byte, first, before: piece.hash, isBeginning: true };
    }
    at = record.at;
  }
  if (scan.problem !== undefined) throw corrupt(segment, scan.byte, scan.problem);
  if (scan.byte > start.byte) yield cut(scan.byte, scan.nextPosition - 1);
}

function corrupt(segment: Segment, byte: number, reason: string): JournalCorrupt {
  return new JournalCorrupt({ segment: segment.name, byte, reason });
}
