// What may be deleted, and when. The rule:
//   - The newest `keepSnapshots` whole snapshots are kept; older ones are deleted. Damaged ones newer than the oldest kept
//     one stay where they are, for an operator to look at, and do not count.
//   - A segment is deleted only if `pruneSegments` is set, all its records are at or below both the oldest kept snapshot
//     and `historyPosition` (up to where history has read the records), and it is not the last segment. With fewer than
//     `keepSnapshots` whole snapshots no segment is deleted.
//
// By default no segment is deleted: then the chain can be verified from position 1, and older snapshots can be rebuilt.
//
// Before the first segment is deleted, `pruned.txt` records the oldest position that is kept: so a first segment that is
// missing for any other reason is recognized.

import { join } from "node:path";
import { Fault } from "@evermark/engine";
import { type Disk, type DiskFile, isMissing, realDisk } from "./journal-disk.ts";
import { listSegments } from "./segment.ts";
import type { SnapshotStore } from "./snapshots.ts";

export interface PruneOptions {
  /** Directory of the segments. */
  readonly directory: string;
  readonly snapshots: SnapshotStore;
  /** At least 1. */
  readonly keepSnapshots: number;
  readonly pruneSegments: boolean;
  /** The last position that history no longer needs. */
  readonly historyPosition: number;
  readonly disk?: Disk;
}

export interface Pruned {
  /** Positions of deleted snapshots. */
  readonly snapshots: number[];
  /** Names of deleted segments. */
  readonly segments: string[];
}

export const PRUNED_NAME = "pruned.txt";
const UNFINISHED_NAME = "pruned.new";

/** Applies the rule above. Safe while the journal is open, because the segment that is appended to is never deleted. */
export function pruneJournal(options: PruneOptions): Pruned {
  const { snapshots, keepSnapshots, pruneSegments, historyPosition, directory, disk = realDisk } = options;
  const kept = newestWhole(snapshots, Math.max(1, keepSnapshots));
  const oldestKept = kept.at(-1);
  if (oldestKept === undefined || kept.length < keepSnapshots) return { snapshots: [], segments: [] };

  const deleted = snapshots.list().filter((position) => position < oldestKept);
  for (const position of deleted) snapshots.remove(position);
  if (!pruneSegments) return { snapshots: deleted, segments: [] };
  return { snapshots: deleted, segments: deleteSegments(disk, directory, Math.min(oldestKept, historyPosition)) };
}

/** The first position that the journal must still hold: 1 unless segments were pruned. */
export function readOldestKept(disk: Disk, directory: string): number {
  let file: DiskFile;
  try {
    file = disk.open(join(directory, PRUNED_NAME), "read");
  } catch (error) {
    if (isMissing(error)) return 1;
    throw error;
  }
  const bytes = new Uint8Array(file.size());
  file.read(bytes, 0);
  file.close();
  const position = Number(new TextDecoder().decode(bytes).trim());
  if (Number.isSafeInteger(position) && position >= 1) return position;
  throw new Fault(`${join(directory, PRUNED_NAME)} must hold the oldest kept position`);
}

function newestWhole(snapshots: SnapshotStore, count: number): number[] {
  const whole: number[] = [];
  for (const position of snapshots.list()) {
    if (whole.length === count) break;
    if (snapshots.isWhole(position)) whole.push(position);
  }
  return whole;
}

/** Deletes segments whose records are all at or below `position`, oldest first: a crash between two leaves no gap. */
function deleteSegments(disk: Disk, directory: string, position: number): string[] {
  const segments = listSegments(disk, directory);
  const keep = segments.findIndex((_, i) => (segments[i + 1]?.first ?? Number.POSITIVE_INFINITY) - 1 > position);
  const deleted = segments.slice(0, Math.max(keep, 0)).map((segment) => segment.name);
  const oldest = segments[keep];
  if (deleted.length === 0 || !oldest) return [];
  writeOldestKept(disk, directory, oldest.first);
  for (const name of deleted) disk.remove(join(directory, name));
  disk.syncDirectory(directory);
  return deleted;
}

/** Durably records the first position that the journal must still hold. */
export function writeOldestKept(disk: Disk, directory: string, position: number): void {
  const unfinished = join(directory, UNFINISHED_NAME);
  const file = disk.open(unfinished, "create");
  file.write(new TextEncoder().encode(`${position}\n`), 0);
  file.sync();
  file.close();
  disk.rename(unfinished, join(directory, PRUNED_NAME));
  disk.syncDirectory(directory);
}
