// A copy is brought up by reading rows that are held in memory: with every cut, and all cases that must be refused.

import { describe, expect, test } from "bun:test";
import { openJournal, readJournal } from "@evermark/journal";
import { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import fc from "fast-check";
import { FrontState } from "../follow/front-state.ts";
import { type BatchRow, type Entry, type Head, NOTHING, readRow, writeRow } from "../records/batch-row.ts";
import { NO_TERM } from "../records/term.ts";
import { bringUp, positionBeforeNodes, type ReadsBatches } from "./bring-up.ts";
import { JournalCopy } from "./journal-copy.ts";

const DIRECTORY = "/copy";
const READ_AT_ONCE = 3;
const NODES = ["00000000000000a1", "00000000000000a2"];

/** A shared journal of rows with so many records each, so many milliseconds apart. */
function sharedJournal(
  batches: readonly { readonly records: number; readonly ms: number; readonly node: number }[],
): BatchRow[] {
  const rows: BatchRow[] = [];
  let head: Head = NOTHING;
  let number = 0;
  let at = 1_000;
  for (const { records, ms, node } of batches) {
    at += ms;
    const entries = Array.from({ length: records }, (_, i): Entry => {
      const untilDisconnect = (++number + ms) % 3 === 0;
      const origin = node < 2 ? { node: NODES[node]!, number, deadline: at + 3_000, untilDisconnect } : null;
      return { at, payload: new TextEncoder().encode(`${head.batch} ${i}`), origin };
    });
    const row = writeRow(head, NO_TERM, at, entries);
    rows.push(row);
    head = row;
  }
  return rows;
}

/** @param confirmed the last batch that counts; later ones are there, but do not count yet */
function readerOf(rows: readonly BatchRow[], confirmed: number, begins = 1): ReadsBatches {
  const dropped = { genesis: new Uint8Array(), beforeNodes: 0 };
  return {
    beginning: async () => ({ batch: begins, first: rows[begins - 1]!.first, dropped: begins === 1 ? null : dropped }),
    last: async () => rows.length,
    async place(batch) {
      expect(batch).toBeGreaterThanOrEqual(begins);
      return { ...rows[batch - 1]!, node: rows[batch - 1]!.term.node };
    },
    async row(batch) {
      expect(batch).toBeGreaterThanOrEqual(begins);
      return rows[batch - 1]!;
    },
    rowsBehind: async ({ batch }) => ({ rows: rows.slice(batch, batch + READ_AT_ONCE), confirmed }),
  };
}

/** Each command has placed the order with its position as id; one of three is still open. */
const ORDERS = { findOrder: (id: number) => (id % 3 === 0 ? {} : undefined) };
const PLACED = { at: (position: number) => position };

/** The front state of a node that has applied everything up to a batch. */
function frontAt(rows: readonly BatchRow[], batch: number): FrontState {
  const front = new FrontState(ORDERS);
  for (const row of rows.slice(0, batch)) {
    for (const { origin, position } of readRow(row)) if (origin !== null) front.passed(origin, position);
    front.forget(row.at);
  }
  return front;
}

/** A copy of the first `records` records, as a crash may have left it. */
async function copyOf(rows: readonly BatchRow[], records: number) {
  const disk = new SimulatedDisk(1);
  const open = (copy: JournalCopy) => {
    const { journal } = openJournal({ directory: DIRECTORY, disk, listener: copy });
    copy.begin(journal);
    return journal;
  };
  const copied: number[] = [];
  const former = new JournalCopy({ onCopied() {}, onFailed: (error) => expect(error).toBeUndefined() });
  const before = open(former);
  for (const row of rows) {
    const kept = readRow(row).filter(({ position }) => position <= records);
    if (kept.length === 0) break;
    for (const { at, payload } of kept) before.append(at, payload);
    await new Promise<void>((resolve) => {
      former.onDurable = () => resolve();
    });
  }
  await before.close();
  const copy = new JournalCopy({
    onCopied: (position) => void copied.push(position),
    onFailed: (error) => expect(error).toBeUndefined(),
  });
  return { disk, copy, copied, journal: open(copy) };
}

const batch = fc.record({
  records: fc.integer({ min: 1, max: 5 }),
  ms: fc.integer({ min: 0, max: 40_000 }),
  node: fc.integer({ min: 0, max: 2 }),
});

describe("a node's copy of the journal", () => {
  test("is brought up to what is confirmed, wherever a crash has cut it", async () => {
    const property = fc.asyncProperty(
      fc.array(batch, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      async (batches, cut, unconfirmed, kept, dropped) => {
        const rows = sharedJournal(batches);
        const confirmed = rows.length - (unconfirmed % rows.length);
        // A leader that was killed has copied more than it had stored as confirmed.
        const own = cut % (rows.at(-1)!.last + 1);
        const last = rows.find((row) => row.batch >= confirmed && row.last >= own)!;
        const { disk, copy, copied, journal } = await copyOf(rows, own);
        // The front state is beside a snapshot at the end of some batch that the copy has whole, or there is no snapshot.
        const whole = rows.filter((row) => row.last <= own).length;
        const snapshot = kept % (whole + 1);
        const written = JSON.parse(JSON.stringify(frontAt(rows, snapshot).written()));
        const beside = {
          state: FrontState.restore(written, ORDERS),
          position: snapshot === 0 ? 0 : rows[snapshot - 1]!.last,
        };
        const repeated: number[] = [];
        // The batch that the snapshot ends in is still there.
        const begins = 1 + (dropped % Math.max(1, snapshot));
        const { head, front } = await bringUp({
          ...{ reader: readerOf(rows, confirmed, begins), journal, copy, front: beside, placed: PLACED },
          repeat({ position }) {
            repeated.push(position);
            return position;
          },
        });
        expect(repeated).toEqual(Array.from({ length: last.last - own }, (_, i) => own + 1 + i));
        expect(head).toBe(last);
        expect(journal.durableHash()).toEqual(last.hash);
        expect(copied.at(-1) ?? own).toBe(last.last);
        await journal.close();
        expect([...readJournal(DIRECTORY, 1, last.last, { disk, verifyChain: true })].length).toBe(last.last);

        // The front state is that of a node that has applied everything.
        expect(front.hash()).toBe(frontAt(rows, last.batch).hash());
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });

  const ROWS = sharedJournal([
    { records: 2, ms: 0, node: 0 },
    { records: 3, ms: 10, node: 1 },
  ]);
  const refused = async (rows: readonly BatchRow[], records: number) => {
    const { copy, journal } = await copyOf(ROWS, records);
    const front = { state: new FrontState(ORDERS), position: 0 };
    const reader = readerOf(rows, rows.length);
    return bringUp({ reader, journal, copy, front, placed: PLACED, repeat: ({ position }) => position });
  };

  test("is refused where the database ends before it", async () => {
    await expect(refused(ROWS.slice(0, 1), 4)).rejects.toThrow(
      "ends at position 4, but the database only goes up to 2",
    );
  });

  test("is refused where the database has other bytes", async () => {
    const other = sharedJournal([
      { records: 2, ms: 5, node: 0 },
      { records: 3, ms: 10, node: 1 },
    ]);
    await expect(refused(other, 4)).rejects.toThrow(
      "at position 4 this directory's copy of the journal is not what the database has",
    );
  });

  test("is refused where the database has dropped the batches after its snapshot, and says what to do", async () => {
    const { copy, journal } = await copyOf(ROWS, 2);
    const parts = { reader: readerOf(ROWS, 2, 2), journal, copy, placed: PLACED };
    const from = (position: number) =>
      bringUp({ ...parts, front: { state: frontAt(ROWS, 0), position }, repeat: () => 0 });
    await expect(from(0)).rejects.toThrow("it has no snapshot, and the journal in the database begins at position 3");
    await expect(from(2)).rejects.toThrow(
      "its newest snapshot is of position 2, and the journal in the database begins at",
    );
  });

  test("of a journal from before any node led needs no front state beside it", async () => {
    const term = { timeline: 1, epoch: 1, node: NODES[0]! };
    const led = (from: number) => ROWS.map((row, i) => (i < from ? row : { ...row, term }));
    const before = async (rows: readonly BatchRow[]) => positionBeforeNodes(readerOf(rows, rows.length));
    expect(await Promise.all([2, 1].map((from) => before(led(from))))).toEqual([5, 2]);
  });

  test("that can't be written ends the node, and says why", async () => {
    const { disk, journal } = await copyOf(ROWS, 2);
    await journal.close();
    const failures: string[] = [];
    const copy = new JournalCopy({ onCopied() {}, onFailed: ({ message }) => void failures.push(message) });
    copy.begin(openJournal({ directory: DIRECTORY, disk, listener: copy }).journal);
    disk.capacity = 0;
    copy.add(ROWS[1]!);
    await expect(copy.idle()).rejects.toThrow("this node's copy of the journal can't be written");
    expect(failures.length).toBe(1);
  });
});
