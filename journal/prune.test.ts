import { expect, test } from "bun:test";
import { join } from "node:path";
import { pruneJournal } from "./prune.ts";
import { readJournal } from "./reader.ts";
import { SnapshotStore } from "./snapshots.ts";
import { newestSnapshot } from "./testing/snapshot-bytes.ts";
import { DIRECTORY, payloads, TestJournal } from "./testing/test-journal.ts";
import { verifyJournal } from "./verification.ts";

const SNAPSHOTS = "/journal/snapshots";

/** Ten records, two in each of five segments, and a snapshot after each of `positions`. */
async function tenRecords(...positions: number[]) {
  const journal = new TestJournal({ segmentBytes: 200 });
  const snapshots = new SnapshotStore({ directory: SNAPSHOTS, disk: journal.disk });
  // Syncs of snapshots finish immediately here.
  for (let i = 1; i <= 10; i++) {
    journal.commit(`record ${i}`.padEnd(30));
    if (positions.includes(i)) {
      journal.disk.manualSyncs = false;
      await snapshots.write({ position: i, hash: journal.journal.durableHash(), bytes: new Uint8Array([i]) });
      journal.disk.manualSyncs = true;
    }
  }
  const prune = (options: { pruneSegments: boolean; keepSnapshots: number; historyPosition: number }) =>
    pruneJournal({ directory: DIRECTORY, snapshots, disk: journal.disk, ...options });
  return { journal, snapshots, prune };
}

const SEGMENTS = [1, 3, 5, 7, 9].map((first) => `segment-${String(first).padStart(16, "0")}.log`);

test("by default old snapshots are deleted and every segment stays", async () => {
  const { journal, snapshots, prune } = await tenRecords(2, 5, 8);
  expect(prune({ pruneSegments: false, keepSnapshots: 2, historyPosition: 10 })).toEqual({
    snapshots: [2],
    segments: [],
  });
  expect(snapshots.list()).toEqual([8, 5]);
  expect(verifyJournal(DIRECTORY, journal.disk)).toMatchObject({ records: 10, firstPosition: 1, bad: undefined });
});

test("only segments that every kept snapshot and history have passed are deleted", async () => {
  for (const [historyPosition, count] of [
    [10, 2],
    [5, 2],
    [4, 2],
    [3, 1],
    [1, 0],
  ] as const) {
    const { prune } = await tenRecords(5, 8);
    const { segments } = prune({ pruneSegments: true, keepSnapshots: 2, historyPosition });
    expect(segments).toEqual(SEGMENTS.slice(0, count));
  }
});

test("the last segment is never deleted, and a pruned journal opens and continues", async () => {
  const { journal, snapshots, prune } = await tenRecords(10);
  prune({ pruneSegments: true, keepSnapshots: 1, historyPosition: 10 });
  journal.commit("eleven");
  journal.kill();
  const newest = newestSnapshot(snapshots).snapshot;
  const replayed: string[] = [];
  const after = new TestJournal({
    disk: journal.disk,
    replay: { after: 10, hash: newest?.hash, record: (record) => void replayed.push(...payloads([record])) },
  });
  expect(after.recovery).toMatchObject({ firstPosition: 9, lastPosition: 11 });
  expect(replayed).toEqual(["eleven"]);
  expect(verifyJournal(DIRECTORY, journal.disk)).toMatchObject({ firstPosition: 9, records: 3, bad: undefined });
});

test("a pruned journal without its snapshot is refused, not replayed from the middle", async () => {
  const { journal, prune } = await tenRecords(10);
  prune({ pruneSegments: true, keepSnapshots: 1, historyPosition: 10 });
  journal.kill();
  expect(() => new TestJournal({ disk: journal.disk })).toThrow("replay starts at position 1, the journal at 9");
});

test("a damaged snapshot does not count as a kept one", async () => {
  const { journal } = await tenRecords(4, 6, 8);
  journal.disk.flipBit(join(SNAPSHOTS, "snapshot-0000000000000006.state"), 96, 0);
  const fresh = new SnapshotStore({ directory: SNAPSHOTS, disk: journal.disk });
  const options = { directory: DIRECTORY, disk: journal.disk, pruneSegments: true, historyPosition: 10 };
  expect(pruneJournal({ ...options, snapshots: fresh, keepSnapshots: 3 })).toEqual({ snapshots: [], segments: [] });
  const pruned = pruneJournal({ ...options, snapshots: fresh, keepSnapshots: 2 });
  expect(pruned).toEqual({ snapshots: [], segments: SEGMENTS.slice(0, 2) });
  expect(fresh.list()).toEqual([8, 6, 4]);
});

test("a power loss while pruning leaves a journal that opens", async () => {
  for (let round = 0; round < 10; round++) {
    const { journal, prune } = await tenRecords(7);
    prune({ pruneSegments: true, keepSnapshots: 1, historyPosition: 10 });
    journal.losePower();
    new TestJournal({ disk: journal.disk, replay: { after: 7, record: () => {} } });
    expect(payloads(readJournal(DIRECTORY, 8, 10, { disk: journal.disk }))).toHaveLength(3);
  }
});
