// Restores a backup to a point before its end. After the whole journal was checked against its hashes, it is cut after that
// point, and the files beside it that go further are left out. Of a pruned journal nothing is older than its oldest
// snapshot, so it can't be restored to an earlier point than that.

import { basename, dirname, join } from "node:path";
import { Fault } from "@evermark/engine";
import type { Disk, JournalRecord } from "@evermark/journal";
import { HASH_BYTES } from "@evermark/journal/checksums.ts";
import { SegmentScan } from "@evermark/journal/scan.ts";
import { snapshotPositionOf } from "@evermark/journal/snapshots.ts";
import { NAMED_AT } from "../genesis-file.ts";
import type { Manifest, SegmentEntry } from "./manifest.ts";
import type { FileEntry } from "./objects.ts";

/** The last command to restore: the one at a position, or the last one at or before a venue time in milliseconds. */
export type Point = { readonly position: number } | { readonly time: number };

/** The last record to restore. */
interface End {
  readonly position: number;
  /** Where the record ends in its segment. */
  readonly byte: number;
  readonly hash: string;
}

/**
 * Cuts restored files after a point.
 * @returns a manifest of what is left
 * @throws {Fault} when the backup does not go that far, or not that far back
 */
export function cutBehind(whole: Manifest, point: Point, dataDirectory: string, disk: Disk): Manifest {
  const { segments, files, oldest } = whole;
  const { position: until } = segments.at(-1)!;
  if ("position" in point && point.position > until) {
    throw new Fault(`the backup ends at position ${until}; expected a position up to there`);
  }
  const found = endIn(segments, point, dataDirectory, disk);
  const snapshots = files.map(snapshotPosition).filter((position) => position > 0);
  // The records of a pruned journal continue from its oldest snapshot.
  const earliest = oldest > 1 ? Math.min(...snapshots) : NAMED_AT;
  if (found === undefined || found.end.position < earliest) {
    throw new Fault(`the backup does not go back that far; expected a point from position ${earliest} on`);
  }
  const { index, end } = found;
  const last = cut(segments[index]!, end, dataDirectory, disk);
  const isKept = (file: FileEntry): boolean => snapshotPosition(file) <= end.position;
  for (const { name } of [...segments.slice(index + 1), ...files.filter((file) => !isKept(file))]) {
    disk.remove(join(dataDirectory, name));
  }
  // A young venue has no snapshots yet, and no folder for them.
  const folders = new Set(["journal", ...files.map(({ name }) => dirname(name))]);
  for (const folder of folders) disk.syncDirectory(join(dataDirectory, folder));
  return { ...whole, segments: [...segments.slice(0, index), last], files: files.filter(isKept) };
}

/** The position of a snapshot; 0 for any other file. */
function snapshotPosition({ name }: FileEntry): number {
  return snapshotPositionOf(basename(name)) ?? 0;
}

/** Finds the last record up to a point; undefined when even the first record is after it. */
function endIn(segments: readonly SegmentEntry[], point: Point, dataDirectory: string, disk: Disk) {
  const isWanted = ({ position, at }: JournalRecord): boolean =>
    "position" in point ? position <= point.position : at <= point.time;
  for (let index = segments.length - 1; index >= 0; index--) {
    const end = endOf(segments[index]!, isWanted, dataDirectory, disk);
    if (end !== undefined) return { index, end };
  }
  return undefined;
}

function endOf(
  { name, first }: SegmentEntry,
  isWanted: (record: JournalRecord) => boolean,
  dataDirectory: string,
  disk: Disk,
): End | undefined {
  const file = disk.open(join(dataDirectory, name), "read");
  try {
    const scan = new SegmentScan(file, first, false);
    let end: Omit<End, "hash"> | undefined;
    for (let record = scan.next(); record !== undefined && isWanted(record); record = scan.next()) {
      end = { position: record.position, byte: scan.byte };
    }
    if (end === undefined) return undefined;
    const hash = new Uint8Array(HASH_BYTES);
    file.read(hash, end.byte - HASH_BYTES);
    return { ...end, hash: Buffer.from(hash).toString("hex") };
  } finally {
    file.close();
  }
}

function cut(segment: SegmentEntry, { position, byte, hash }: End, dataDirectory: string, disk: Disk): SegmentEntry {
  const file = disk.open(join(dataDirectory, segment.name), "write");
  try {
    file.truncate(byte);
    file.sync();
  } finally {
    file.close();
  }
  return { ...segment, bytes: byte, position, hash };
}
