// Imports the journal of a data directory into a venue in PostgreSQL. Each batch of the files becomes a row, because nodes
// write each row as one batch into their own copies. Its records keep their bytes; beside them, a row says how the chain
// continues, and that no node wrote it.

import { Fault } from "@evermark/engine";
import { realDisk } from "@evermark/journal";
import { readBatches } from "@evermark/journal/journal-batches.ts";
import { readOldestKept } from "@evermark/journal/prune.ts";
import { NAMED_AT, venueOf } from "../../genesis-file.ts";
import { writeVenue } from "../postgres/moving/venue-writer.ts";
import type { BatchRow } from "../records/batch-row.ts";
import { encodeOrigins } from "../records/origins.ts";
import { NO_TERM } from "../records/term.ts";
import { type MoveSummary, MovingReplica, type OnProgress } from "./moving-replica.ts";

interface ImportParts {
  /** Directory of segments. The caller holds the lock of the data directory, and has checked that nothing is missing. */
  readonly journal: string;
  /** Position of the last command that a start would continue from. */
  readonly lastPosition: number;
  /** An empty database. */
  readonly url: string;
  /** The machine's clock: a sandbox whose time is ahead of it was moved, and stays there. */
  readonly now: number;
  readonly onProgress: OnProgress;
}

export interface Imported extends MoveSummary {
  /** The venue's name, as `genesis.json` has it, in hexadecimal. */
  readonly venue: string;
  /** What an operator should know about the server. */
  readonly warnings: readonly string[];
}

/**
 * Changes nothing in the directory.
 * @throws {JournalCorrupt} naming segment and byte; {Fault} when the journal can't be moved. The database is then
 * unchanged, unless the message says that this is not known
 */
export async function importJournal(parts: ImportParts): Promise<Imported> {
  const { journal, lastPosition, url, now, onProgress } = parts;
  assertWhole(journal, lastPosition);
  const replica = new MovingReplica(onProgress);
  const warnings = await writeVenue(url, followedBy(replica, rowsOf(journal, lastPosition)), now);
  return { venue: venueOf({ journal })!, ...replica.moved(), warnings };
}

function assertWhole(journal: string, lastPosition: number): void {
  const oldest = readOldestKept(realDisk, journal);
  if (oldest > 1) {
    throw new Fault(
      `the journal in ${journal} was pruned and begins at position ${oldest}, but nodes begin at position 1: restore a backup ` +
        "that goes back to it",
    );
  }
  if (lastPosition < NAMED_AT) {
    throw new Fault(
      `the journal in ${journal} ends at position ${lastPosition}, before a venue has a name: start it once`,
    );
  }
}

function* rowsOf(journal: string, lastPosition: number): Generator<BatchRow, void, undefined> {
  let batch = 0;
  let last = 0;
  for (const { content: records, ...place } of readBatches(journal, { to: lastPosition })) {
    batch++;
    last = place.last;
    const origins = encodeOrigins(Array(place.last - place.first + 1).fill(null));
    yield { batch, term: NO_TERM, ...place, origins, records };
  }
  if (last !== lastPosition)
    throw new Fault(`the journal in ${journal} ends at position ${last}, expected ${lastPosition}`);
}

function* followedBy(replica: MovingReplica, rows: Iterable<BatchRow>): Generator<BatchRow, void, undefined> {
  for (const row of rows) {
    replica.apply(row);
    yield row;
  }
}
