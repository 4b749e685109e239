// From a data directory's journal to a venue in PostgreSQL. A batch of the files is a row, because nodes write each row as one
// batch into copies of their own. Its records stay the bytes that they are; what a row says besides them is the chain, and that
// no node wrote it.

import { Fault } from "@evermark/engine";
import { realDisk } from "@evermark/journal";
import { readBatches } from "@evermark/journal/journal-batches.ts";
import { readOldestKept } from "@evermark/journal/prune.ts";
import { NAMED_AT, venueOf } from "../../genesis-file.ts";
import { writeVenue } from "../postgres/moving/venue-writer.ts";
import type { BatchRow } from "../records/batch-row.ts";
import { encodeOrigins } from "../records/origins.ts";
import { NO_TERM } from "../records/term.ts";
import { type Moved, MovingReplica, type OnProgress } from "./moving-replica.ts";

interface ImportParts {
  /** Directory of segments; the caller holds the lock of the data directory, and has seen that nothing is missing. */
  readonly journal: string;
  /** Position of the last command that a start would go on from. */
  readonly lastPosition: number;
  /** An empty database. */
  readonly url: string;
  /** By the machine's clock: a sandbox that is ahead of it was moved, and stays there. */
  readonly now: number;
  readonly onProgress: OnProgress;
}

export interface Imported extends Moved {
  /** As `genesis.json` names it, in hexadecimal. */
  readonly venue: string;
  /** What an operator should know of the server. */
  readonly warnings: readonly string[];
}

/**
 * Changes nothing in the directory.
 * @throws {JournalCorrupt} naming segment and byte; {Fault} why it can't be moved. The database then is as it was, unless the
 * message says that this is not known
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
