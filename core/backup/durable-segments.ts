// Copies the durable part of a journal that another process writes, up to its mark. The venue writes the mark before it
// confirms a command, and the mark never covers records that may still be taken back. Every record is checked, along the
// hash chain, before it counts. A record that was copied before is not read again, but what follows must continue the chain
// that it ended.

import { join } from "node:path";
import { Fault } from "@evermark/engine";
import { type Disk, type DiskFile, JournalCorrupt } from "@evermark/journal";
import { GENESIS, sameHash } from "@evermark/journal/checksums.ts";
import { MARK_NAME, type Mark, readMark } from "@evermark/journal/mark.ts";
import { SegmentScan } from "@evermark/journal/scan.ts";
import { listSegments, readSegmentHeader, SEGMENT_HEADER_BYTES, type Segment } from "@evermark/journal/segment.ts";
import type { SegmentEntry } from "./manifest.ts";
import type { Objects } from "./objects.ts";

interface Source {
  /** The directory of the segments. */
  readonly directory: string;
  readonly disk: Disk;
}

const READS = 10;

/** The journal is not the one that was copied before, or part of it is gone. */
export class AnotherJournal extends Fault {}

/**
 * Copies the records that are new.
 * @param former the segments that were copied before
 * @param oldest the first position to copy when nothing was copied before, or when the records after it have been pruned
 * @throws {AnotherJournal}, {JournalCorrupt}
 */
export async function copySegments(
  { directory, disk }: Source,
  objects: Objects,
  former: readonly SegmentEntry[],
  oldest: number,
): Promise<SegmentEntry[]> {
  const mark = markBehind(disk, directory, former.at(-1)?.position ?? 0);
  const segments = listSegments(disk, directory).filter(({ first }) => first <= mark.segmentFirst);
  const entries = stillContinued(former, segments, mark, directory);
  const next = entries.at(-1)?.first ?? oldest;
  for (const [i, segment] of segments.entries()) {
    if (segment.first < next) continue;
    const last = segment.first === mark.segmentFirst ? mark.position : (segments[i + 1]?.first ?? 0) - 1;
    const known = entries.at(-1)?.first === segment.first ? entries.pop() : undefined;
    entries.push(await copySegment({ directory, disk }, objects, segment, { known, previous: entries.at(-1), last }));
  }
  assertEnd(entries.at(-1), mark, directory);
  return entries;
}

/**
 * Reads the mark, which should be at `position` or later. A reading may catch the mark half written and yield the one before
 * it, so it is repeated a few times.
 */
function markBehind(disk: Disk, directory: string, position: number): Mark {
  for (let left = READS; ; left--) {
    const mark = readMark(disk, directory);
    if (mark !== undefined && (mark.position >= position || left === 0)) return mark;
    if (left === 0) throw new Fault(`${join(directory, MARK_NAME)} is missing or damaged; start the venue first`);
  }
}

/** The segments that were copied before; none when the journal that follows them is gone. */
function stillContinued(
  former: readonly SegmentEntry[],
  segments: readonly Segment[],
  mark: Mark,
  directory: string,
): SegmentEntry[] {
  const last = former.at(-1);
  const first = segments[0]?.first;
  if (last === undefined || first === undefined) return [];
  if (mark.position < last.position) {
    throw new AnotherJournal(
      `${join(directory, MARK_NAME)} says position ${mark.position}, but the backup goes up to ${last.position}: ` +
        "if the venue was not started since its machine lost power, start it; if commands are gone, keep this backup, and choose " +
        "another place",
    );
  }
  return first > last.position + 1 ? [] : [...former];
}

interface Extent {
  /** The part of this segment that was copied before. */
  readonly known: SegmentEntry | undefined;
  /** The segment before it. */
  readonly previous: SegmentEntry | undefined;
  /** Position of its last durable record. */
  readonly last: number;
}

async function copySegment(
  { directory, disk }: Source,
  objects: Objects,
  segment: Segment,
  { known, previous, last }: Extent,
): Promise<SegmentEntry> {
  const { name, first } = segment;
  const file = disk.open(join(directory, name), "read");
  try {
    const begun = known ?? beginning(file, segment, previous);
    const scan = new SegmentScan(file, begun.position + 1, true, begun.bytes);
    if (!sameHash(scan.hash(), hashOf(begun))) throw differs(begun.position, directory);
    while (scan.nextPosition <= last) {
      if (scan.next() !== undefined) continue;
      throw new JournalCorrupt({ segment: name, byte: scan.byte, reason: scan.problem ?? "the segment ends" });
    }
    const copied = await objects.putFile(file, `journal/${name}`, scan.byte, known);
    return { ...copied, first, position: last, hash: Buffer.from(scan.hash()).toString("hex") };
  } finally {
    file.close();
  }
}

/** The state at the end of a segment's header, when nothing of the segment was copied before. */
function beginning(
  file: DiskFile,
  segment: Segment,
  previous: SegmentEntry | undefined,
): Pick<SegmentEntry, "position" | "bytes" | "hash"> {
  const header = readSegmentHeader(file, segment);
  if ("problem" in header) throw corruptAt(segment, header.byte, header.problem);
  const { previousHash } = header;
  if (previous !== undefined && segment.first !== previous.position + 1) {
    throw corruptAt(segment, 0, `position ${previous.position + 1} is missing before it`);
  }
  const expected = previous === undefined ? (segment.first === 1 ? GENESIS : previousHash) : hashOf(previous);
  if (!sameHash(previousHash, expected)) throw corruptAt(segment, 0, "it does not continue the hash chain");
  return {
    position: segment.first - 1,
    bytes: SEGMENT_HEADER_BYTES,
    hash: Buffer.from(previousHash).toString("hex"),
  };
}

/** @throws {Fault} when the mark is of another journal: how much of this one is durable is then unknown */
function assertEnd(entry: SegmentEntry | undefined, mark: Mark, directory: string): void {
  if (entry?.first === mark.segmentFirst && entry.bytes === mark.byte) return;
  throw new Fault(`${join(directory, MARK_NAME)} is not of the journal beside it; start the venue first`);
}

function differs(position: number, directory: string): AnotherJournal {
  return new AnotherJournal(
    `the journal in ${directory} has other commands up to position ${position} than the backup: ` +
      "keep this backup, and choose another place",
  );
}

function hashOf({ hash }: { readonly hash: string }): Uint8Array {
  return new Uint8Array(Buffer.from(hash, "hex"));
}

function corruptAt({ name }: Segment, byte: number, reason: string): JournalCorrupt {
  return new JournalCorrupt({ segment: name, byte, reason });
}
