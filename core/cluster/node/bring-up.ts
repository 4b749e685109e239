// From where a node's copy of the journal ends to where the shared one does: the engine repeats what it has missed, the copy
// gets it, and what all nodes keep of the origins of commands is read once more, for no copy has that.

import { Fault } from "@evermark/engine";
import type { Journal, JournalRecord } from "@evermark/journal";
import { Batch } from "@evermark/journal/batch.ts";
import { readBatch } from "@evermark/journal/batch-records.ts";
import { sameHash } from "@evermark/journal/checksums.ts";
import { FrontState, KEPT_MS } from "../follow/front-state.ts";
import type { Place } from "../postgres/sql/statements.ts";
import { type BatchRow, type Head, readRow } from "../records/batch-row.ts";
import { DEADLINE_MS } from "../timing.ts";
import type { JournalCopy } from "./journal-copy.ts";

/** What a start reads of the shared journal. */
export interface ReadsBatches {
  /** The last batch that is there, confirmed or not. */
  last(): Promise<number>;
  place(batch: number): Promise<Place>;
  row(batch: number): Promise<BatchRow>;
  rowsBehind(head: Head): Promise<{ readonly rows: readonly BatchRow[]; readonly confirmed: number }>;
}

interface BringUpParts {
  readonly reader: ReadsBatches;
  readonly journal: Journal;
  readonly copy: JournalCopy;
  /** Does once more what a record says. */
  readonly repeat: (record: JournalRecord) => void;
}

/** Where an engine stands, and what goes with it. */
export interface Standing {
  readonly head: Head;
  readonly front: FrontState;
}

/** From there on each node's last number is still kept, or comes again. */
const FRONT_MS = KEPT_MS + 2 * DEADLINE_MS;

/** @throws {Fault} when the copy is not one of this journal, or has more of it than there is */
export async function bringUp({ reader, journal, copy, repeat }: BringUpParts): Promise<Standing> {
  const own = journal.durablePosition;
  copy.isCatchingUp = true;
  const front = new FrontState();
  let head: Head | null = null;
  const pass = (row: BatchRow): void => {
    if (row.first <= own && own <= row.last) assertSame(row, own, journal.durableHash());
    for (const { origin, ...record } of readRow(row)) {
      if (record.position > own) repeat(record);
      if (origin !== null) front.passed(origin);
    }
    front.forget(row.at);
    if (row.last > own) copy.add(row);
    head = row;
  };
  pass(await reader.row(await firstToRead(reader, own)));
  for (;;) {
    const { rows, confirmed } = await reader.rowsBehind(head!);
    // What the copy has was confirmed when it was copied, though a leader that ended then has not stored that any more.
    const certain = rows.filter(({ batch, first }) => batch <= confirmed || first <= own);
    if (certain.length === 0) break;
    for (const row of certain) pass(row);
    // The next rows are not read before these are on the disk: memory stays small, however much was missed.
    await copy.idle();
  }
  await copy.idle();
  copy.isCatchingUp = false;
  if (head!.last < own) throw beyond(own, head!.last);
  return { head: head!, front };
}

/** The batch from which on origins count for the state at a position; the journal's first where nothing is there yet. */
async function firstToRead(reader: ReadsBatches, position: number): Promise<number> {
  if (position === 0) return 1;
  const newest = await reader.last();
  const { last } = await reader.place(newest);
  if (last < position) throw beyond(position, last);
  const holding = await firstWhere(reader, newest, (place) => place.last >= position);
  const { at } = await reader.place(holding);
  return await firstWhere(reader, holding, (place) => place.at >= at - FRONT_MS);
}

/** The first batch up to `last` of which something holds that, once it holds, holds of all that follow, and of the last. */
async function firstWhere(reader: ReadsBatches, last: number, holds: (place: Place) => boolean): Promise<number> {
  let [low, high] = [1, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(await reader.place(middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** @throws {Fault} when the bytes before the copy's end are others than the shared journal's */
function assertSame(row: BatchRow, position: number, hash: Uint8Array): void {
  const batch = new Batch();
  batch.restart(row.before);
  for (const record of readBatch(row.before, row.first, row.records))
    if (record.position <= position) batch.add(record.position, record.at, record.payload);
  if (sameHash(batch.hash(), hash)) return;
  throw new Fault(
    `at position ${position} this directory's copy of the journal is not what the database has: it is of another venue, or ` +
      "of one that was restored since; move it away, and the node makes a new one",
  );
}

function beyond(position: number, last: number): Fault {
  return new Fault(
    `this directory's copy of the journal ends at position ${position}, but the database only goes up to ${last}: it has ` +
      "lost what was acknowledged, or is another venue's; find out which before you move the copy away",
  );
}
