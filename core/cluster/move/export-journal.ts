// Exports a venue from PostgreSQL to a data directory that a venue starts on: all batches that are confirmed, and no
// others. The journal is written under another name, read back and checked along the chain, and only then gets its own
// name.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "@evermark/engine";
import { type Disk, realDisk, verifyJournal } from "@evermark/journal";
import { dataPaths } from "../../data-directory.ts";
import { venueOf, writeGenesis } from "../../genesis-file.ts";
import type { LeaseRow } from "../ports/lease.ts";
import { type VenueExtent, VenueReader } from "../postgres/moving/venue-reader.ts";
import { type MoveSummary, MovingReplica, type OnProgress } from "./moving-replica.ts";
import { SegmentFiles } from "./segment-files.ts";

interface ExportParts {
  readonly url: string;
  /** An empty directory, whose lock the caller holds. */
  readonly dataDirectory: string;
  readonly segmentBytes: number;
  /** Nodes may run during the export: the result is a copy, and the venue stays where it is. */
  readonly isRunning: boolean;
  readonly onProgress: OnProgress;
  readonly disk?: Disk;
}

export interface Exported extends MoveSummary {
  /** The venue's name, as `genesis.json` has it, in hexadecimal. */
  readonly venue: string;
  /** How many batches the database had after the last confirmed one; they were left out. */
  readonly unconfirmed: number;
}

const UNFINISHED = "export-unfinished";
/** What a file system, the directory's lock, or an interrupted export has left there. */
const NOTHING = /^(lost\+found|lock\.pid|lock\.db.*|export-unfinished)$/;

/** @throws {Fault} when the export fails; the directory then has no journal */
export async function exportJournal(parts: ExportParts): Promise<Exported> {
  const { url, dataDirectory, isRunning, disk = realDisk } = parts;
  assertEmpty(dataDirectory, disk);
  const unfinished = join(dataDirectory, UNFINISHED);
  const reader = await VenueReader.open(url);
  try {
    const extent = await reader.extent();
    if (!isRunning) assertStopped(extent, reader.place);
    rmSync(unfinished, { recursive: true, force: true });
    const { moved, batch } = await copy(reader, extent.lease.confirmed, unfinished, parts);
    if (!isRunning) assertSame(extent.lease, (await reader.extent()).lease, reader.place);
    return {
      venue: install(unfinished, dataDirectory, disk),
      ...moved,
      unconfirmed: extent.last.batch - batch,
    };
  } catch (error) {
    // Half a journal is useless, and may have filled the disk.
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await reader.close();
  }
}

function assertEmpty(dataDirectory: string, disk: Disk): void {
  const found = disk.list(dataDirectory).find((name) => !NOTHING.test(name));
  if (found === undefined) return;
  throw new Fault(`${dataDirectory} is not empty (${found} is in it); name an empty or a new directory`);
}

/**
 * Refuses a venue whose nodes run, because what they do from here on would be in only one of two venues; and unconfirmed
 * batches, which may have been answered.
 */
function assertStopped({ lease, last }: VenueExtent, place: string): void {
  if (lease.node !== "") {
    throw new Fault(
      `node ${lease.node} leads the venue at ${place}, or was killed: stop all nodes first. If none runs any more, start one ` +
        "and stop it (SIGTERM), which confirms all that was answered. To copy a venue that keeps running: --running",
    );
  }
  if (last.batch > lease.confirmed) {
    throw new Fault(
      `the venue at ${place} has batches up to ${last.batch}, of which those behind ${lease.confirmed} are not confirmed: start ` +
        "a node and stop it (SIGTERM), which confirms or replaces them. For a copy without them: --running",
    );
  }
}

function assertSame(before: LeaseRow, now: LeaseRow, place: string): void {
  if (before.epoch === now.epoch && before.node === now.node) return;
  throw new Fault(`a node began to lead the venue at ${place} meanwhile: stop all nodes, and export again`);
}

async function copy(
  reader: VenueReader,
  to: number,
  directory: string,
  parts: ExportParts,
): Promise<{ moved: MoveSummary; batch: number }> {
  const { segmentBytes, onProgress, disk = realDisk } = parts;
  const replica = new MovingReplica(onProgress);
  const files = new SegmentFiles(disk, directory, segmentBytes);
  try {
    for await (const row of reader.batches(to)) {
      if (row.batch === 1 && Buffer.compare(row.hash, reader.venue) !== 0) {
        throw new Fault(`the first batch in the database at ${reader.place} is not the one that names its venue`);
      }
      replica.apply(row);
      files.write(row);
    }
    files.finish();
  } finally {
    files.abandon();
  }
  const moved = replica.moved();
  assertWritten(directory, moved, disk);
  return { moved, batch: replica.batch };
}

/** @throws {Fault} when the disk does not give back what was written */
function assertWritten(directory: string, { commands, hash }: MoveSummary, disk: Disk): void {
  const found = verifyJournal(directory, disk);
  if (found.bad === undefined && found.lastPosition === commands && found.hash === hash) return;
  const { segment, byte, reason } = found.bad ?? { segment: "its end", byte: 0, reason: "records are missing" };
  throw new Fault(`${join(directory, segment)} is not what was written, at byte ${byte}: ${reason}; look at the disk`);
}

/** @returns the venue's name */
function install(unfinished: string, dataDirectory: string, disk: Disk): string {
  const paths = dataPaths(dataDirectory);
  const venue = venueOf({ journal: unfinished }, disk);
  if (venue === undefined) throw new Fault("the venue's journal ends before it has a name: start a node once");
  disk.rename(unfinished, paths.journal);
  disk.syncDirectory(dataDirectory);
  // A missing genesis file is made by the first start.
  writeGenesis(paths, venue, disk);
  return venue;
}
