// Brings a node from the end of its copy of the journal to the end of the shared journal: the engine repeats the commands
// that it has missed, and they are added to the copy. A snapshot holds the front state beside it. What came after the
// snapshot is read from the shared journal once more, because copies do not store the origins of commands.

import { Fault } from "@evermark/engine";
import type { Journal, JournalRecord } from "@evermark/journal";
import { Batch } from "@evermark/journal/batch.ts";
import { readBatch } from "@evermark/journal/batch-records.ts";
import { sameHash } from "@evermark/journal/checksums.ts";
import type { FrontState } from "../follow/front-state.ts";
import type { BatchRange, Beginning } from "../postgres/sql/postgres-statements.ts";
import { type BatchRow, type Head, readRow } from "../records/batch-row.ts";
import type { JournalCopy } from "./journal-copy.ts";
import type { PlacedOrders } from "./placed-orders.ts";

/** What a start reads of the shared journal. */
export interface ReadsBatches {
  /** The last batch that is there, confirmed or not. */
  last(): Promise<number>;
  /** Where the journal begins: batches before that were dropped. */
  beginning(): Promise<Beginning>;
  place(batch: number): Promise<BatchRange>;
  row(batch: number): Promise<BatchRow>;
  rowsBehind(head: Head): Promise<{ readonly rows: readonly BatchRow[]; readonly confirmed: number }>;
}

/** The parts of a node before it is brought up. */
interface BringUpParts {
  readonly reader: ReadsBatches;
  readonly journal: Journal;
  readonly copy: JournalCopy;
  /** The front state at a position that the copy has; what was appended since counts from there. */
  readonly front: { readonly state: FrontState; readonly position: number };
  /** The orders that the copy's commands after that position have placed. */
  readonly placed: Pick<PlacedOrders, "at">;
  /** Applies a record's command again. @returns the order that its answer names */
  readonly repeat: (record: JournalRecord) => number;
}

/** Where an engine is in the journal, and the front state there. */
export interface BroughtUp {
  readonly head: Head;
  readonly front: FrontState;
}

/** @throws {Fault} when the copy is not one of this journal, or has more than the database has */
export async function bringUp({ reader, journal, copy, front, placed, repeat }: BringUpParts): Promise<BroughtUp> {
  const own = journal.durablePosition;
  copy.isCatchingUp = true;
  let head: Head | null = null;
  const pass = (row: BatchRow): void => {
    if (row.first <= own && own <= row.last) assertSame(row, own, journal.durableHash());
    for (const { origin, ...record } of readRow(row)) {
      const orderId = record.position > own ? repeat(record) : placed.at(record.position);
      if (origin !== null && record.position > front.position) front.state.passed(origin, orderId);
    }
    front.state.forget(row.at);
    if (row.last > own) copy.add(row);
    head = row;
  };
  pass(await reader.row(await firstToRead(reader, own, front.position)));
  for (;;) {
    const { rows, confirmed } = await reader.rowsBehind(head!);
    // What the copy has was confirmed when it was copied, although a leader that ended then could not store that any more.
    const certain = rows.filter(({ batch, first }) => batch <= confirmed || first <= own);
    if (certain.length === 0) break;
    for (const row of certain) pass(row);
    // The next rows are read only after these are on disk: memory stays small, however much was missed.
    await copy.idle();
  }
  await copy.idle();
  copy.isCatchingUp = false;
  if (head!.last < own) throw beyond(own, head!.last);
  return { head: head!, front: front.state };
}

/** The position up to which no node had led: what was written before has no origins. */
export async function positionBeforeNodes(reader: ReadsBatches): Promise<number> {
  const { batch, dropped } = await reader.beginning();
  if (dropped !== null) return dropped.beforeNodes;
  const newest = await reader.last();
  const { node, last } = await reader.place(newest);
  if (node === "") return last;
  const { first } = await reader.place(
    await firstWhere(reader, { from: batch, to: newest }, (place) => place.node !== ""),
  );
  return first - 1;
}

/** The batch that holds the last record the front state has applied; the journal's first if it has applied none. */
async function firstToRead(reader: ReadsBatches, own: number, from: number): Promise<number> {
  const beginning = await reader.beginning();
  if (beginning.batch > 1 && from < beginning.first) throw tooOld(from, beginning.first);
  if (from === 0) return 1;
  const newest = await reader.last();
  const { last } = await reader.place(newest);
  if (last < own) throw beyond(own, last);
  return await firstWhere(reader, { from: beginning.batch, to: newest }, (place) => place.last >= from);
}

/** The first batch in a range for which `holds` is true. It must be true for the last, and for all that follow the first. */
async function firstWhere(
  reader: Pick<ReadsBatches, "place">,
  { from, to }: { readonly from: number; readonly to: number },
  holds: (place: BatchRange) => boolean,
): Promise<number> {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(await reader.place(middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The row that holds a record, which must be there. */
export async function rowWith(reader: ReadsBatches, position: number): Promise<BatchRow> {
  return await reader.row(await batchWith(reader, position));
}

/** The number of the batch that holds a record. */
export async function batchWith(
  reader: Pick<ReadsBatches, "beginning" | "last" | "place">,
  position: number,
): Promise<number> {
  const { batch: from } = await reader.beginning();
  return await firstWhere(reader, { from, to: await reader.last() }, ({ last }) => last >= position);
}

/** The chain's value after a record of a row. */
export function hashWithin(row: BatchRow, position: number): Uint8Array {
  const batch = new Batch();
  batch.restart(row.before);
  for (const record of readBatch(row.before, row.first, row.records))
    if (record.position <= position) batch.add(record.position, record.at, record.payload);
  return batch.hash();
}

/** @throws {Fault} when the bytes before the copy's end differ from the shared journal's */
function assertSame(row: BatchRow, position: number, hash: Uint8Array): void {
  if (sameHash(hashWithin(row, position), hash)) return;
  throw new Fault(
    `at position ${position} this directory's copy of the journal is not what the database has: it is of another venue, or ` +
      "of one that was restored since; move it away, and the node makes a new one",
  );
}

function tooOld(position: number, first: number): Fault {
  const newest = position === 0 ? "it has no snapshot" : `its newest snapshot is of position ${position}`;
  return new Fault(
    `this directory's copy of the journal can't go on: ${newest}, and the journal in the database begins at position ${first} since ` +
      "what was older was dropped; move the journal and the snapshots of this directory away, and the node begins with a " +
      "snapshot of the database (it needs its history there)",
  );
}

function beyond(position: number, last: number): Fault {
  return new Fault(
    `this directory's copy of the journal ends at position ${position}, but the database only goes up to ${last}: it has ` +
      "lost what was acknowledged, or is another venue's; find out which before you move the copy away",
  );
}
