// `genesis.json` names the venue of a data directory by the hash of its journal's first records, which is unique to the
// venue because they draw a key. The file is outside the journal, so that it reveals a journal that is gone, or was
// exchanged for another venue's. It is written when the venue is new, and again when it is missing beside a journal that
// goes back that far.

import { dirname } from "node:path";
import { type Disk, JournalIncomplete, realDisk } from "@evermark/journal";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import { chainHashAt } from "@evermark/journal/hash-chain.ts";
import { setAside } from "@evermark/journal/set-aside.ts";
import type { DataPaths } from "./data-directory.ts";
import type { CoreLog } from "./machine.ts";

const FORMAT = 1;

/** The position whose hash is the venue's name: the key is drawn by then. */
export const NAMED_AT = 2;

interface Genesis {
  readonly format: number;
  /** The hash that ends the record at `NAMED_AT`, in hexadecimal. */
  readonly venue: string;
}

/** The venue that a data directory claims to be. A file of another format counts as damaged. */
export function readGenesis({ genesis }: DataPaths, disk: Disk = realDisk): string | "missing" | "damaged" {
  const read = readFacts(genesis, disk);
  if (typeof read === "string") return read;
  const { format, venue } = read.facts as Genesis;
  return format === FORMAT ? venue : "damaged";
}

/** Why the journal is not the venue's; undefined when it is, or when that can't be decided. */
export function disagreementWithGenesis(paths: DataPaths, disk: Disk = realDisk): string | undefined {
  const named = readGenesis(paths, disk);
  const journal = venueOf(paths, disk);
  if (named === "missing" || named === "damaged" || journal === undefined || named === journal) return undefined;
  return `${paths.genesis} is of venue ${shortened(named)}, but the journal in ${paths.journal} is of venue ${shortened(journal)}`;
}

/** @throws {JournalIncomplete} when they disagree, before anything is changed */
export function assertOneVenue(paths: DataPaths, disk: Disk = realDisk): void {
  const disagreement = disagreementWithGenesis(paths, disk);
  if (disagreement !== undefined) throw new JournalIncomplete(disagreement);
}

/**
 * Writes the file if it is missing or names another venue, or is damaged. Does nothing if the journal does not hold its
 * first records.
 */
export function keepGenesis(paths: DataPaths, log: CoreLog, disk: Disk = realDisk): void {
  const named = readGenesis(paths, disk);
  const venue = venueOf(paths, disk);
  if (venue === undefined || named === venue) return;
  if (named !== "missing") {
    const aside = setAside(paths.genesis, [""], disk);
    log.warn({ file: aside }, "genesis.json does not name this venue; it was set aside and is rewritten");
  }
  writeGenesis(paths, venue, disk);
  log.info({ venue, directory: dirname(paths.genesis) }, "genesis.json names the venue");
}

/** Names the venue of a directory, durably. */
export function writeGenesis({ genesis }: DataPaths, venue: string, disk: Disk = realDisk): void {
  writeFacts(genesis, { format: FORMAT, venue } satisfies Genesis, true, disk);
}

/** The name of the venue that a journal belongs to; undefined when the journal does not go back that far, or is shorter. */
export function venueOf({ journal }: Pick<DataPaths, "journal">, disk: Disk = realDisk): string | undefined {
  const hash = chainHashAt(journal, NAMED_AT, disk);
  return hash && Buffer.from(hash).toString("hex");
}

function shortened(venue: string): string {
  return venue.slice(0, 12);
}
