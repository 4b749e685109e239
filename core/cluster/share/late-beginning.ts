// Lets a new node begin with the newest snapshot in the database, and the journal from there on, so that it need not repeat
// what came before. Its copy is then like one whose beginning was pruned.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Disk, SnapshotStore } from "@evermark/journal";
import { writeOldestKept } from "@evermark/journal/prune.ts";
import { listSegments } from "@evermark/journal/segment.ts";
import { snapshotName } from "@evermark/journal/snapshots.ts";
import type { DataPaths } from "../../data-directory.ts";
import { NAMED_AT, writeGenesis } from "../../genesis-file.ts";
import type { CoreLog } from "../../machine.ts";
import { SegmentFiles } from "../move/segment-files.ts";
import { hashWithin, type ReadsBatches, rowWith } from "../node/bring-up.ts";
import { type SharedSnapshot, SharedSnapshots } from "../postgres/moving/shared-snapshots.ts";
import type { BatchRow } from "../records/batch-row.ts";

interface LateBeginningParts {
  readonly postgres: string;
  readonly reader: ReadsBatches;
  readonly paths: DataPaths;
  readonly segmentBytes: number;
  readonly disk: Disk;
  readonly log: CoreLog;
}

/** The name of the journal's folder until the journal is whole. */
const UNFINISHED = "journal-unfinished";
const UNFINISHED_SNAPSHOT = "snapshot.new";

/**
 * Does nothing if the directory has a journal, or the database no snapshot.
 * @throws {Fault} when the database can't be read
 */
export async function beginLate({
  postgres,
  reader,
  paths,
  segmentBytes,
  disk,
  log,
}: LateBeginningParts): Promise<void> {
  if (listSegments(disk, paths.journal).length > 0) return;
  await using shared = await SharedSnapshots.open(postgres);
  const snapshot = await shared.newest();
  if (snapshot === null) return;
  const { position, bytes } = snapshot;
  const row = await rowWith(reader, position);
  await keep(shared, snapshot, { directory: paths.snapshots, disk });
  writeGenesis(paths, Buffer.from(await genesisOf(reader)).toString("hex"), disk);
  // Done last: until the journal is there, the next start finds none, and begins again.
  keepRow(row, paths, { segmentBytes, disk });
  log.info(
    { position, bytes, batch: row.batch },
    "this node is new: it starts from the newest snapshot in the database",
  );
}

/** The hash that names the venue. */
export async function genesisOf(reader: ReadsBatches): Promise<Uint8Array> {
  const { dropped } = await reader.beginning();
  return dropped?.genesis ?? hashWithin(await rowWith(reader, NAMED_AT), NAMED_AT);
}

async function keep(
  shared: SharedSnapshots,
  snapshot: SharedSnapshot,
  { directory, disk }: { readonly directory: string; readonly disk: Disk },
): Promise<void> {
  // Creates the directory.
  new SnapshotStore({ directory, disk });
  const unfinished = join(directory, UNFINISHED_SNAPSHOT);
  const file = disk.open(unfinished, "create");
  try {
    let at = 0;
    for await (const piece of shared.pieces(snapshot)) {
      file.write(piece, at);
      at += piece.length;
    }
    file.sync();
  } finally {
    file.close();
  }
  disk.rename(unfinished, join(directory, snapshotName(snapshot.position)));
  disk.syncDirectory(directory);
}

function keepRow(
  row: BatchRow,
  { journal }: DataPaths,
  { segmentBytes, disk }: Pick<LateBeginningParts, "segmentBytes" | "disk">,
): void {
  const unfinished = join(journal, "..", UNFINISHED);
  rmSync(unfinished, { recursive: true, force: true });
  const files = new SegmentFiles(disk, unfinished, segmentBytes, { last: row.first - 1, hash: row.before });
  files.write(row);
  files.finish();
  writeOldestKept(disk, unfinished, row.first);
  disk.rename(unfinished, journal);
  disk.syncDirectory(join(journal, ".."));
}
