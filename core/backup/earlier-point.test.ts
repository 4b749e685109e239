// What a backup restores at a point before its end: the commands up to that point, and nothing that goes further.

import { expect, test } from "bun:test";
import { openJournal, SnapshotStore } from "@evermark/journal";
import { ManualTurns } from "@evermark/journal/testing/manual-turns.ts";
import { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { payloads } from "@evermark/journal/testing/test-journal.ts";
import { dataPaths } from "../data-directory.ts";
import { tracesBeside } from "../traces-beside.ts";
import { Backup } from "./directory-backup.ts";
import { restore } from "./directory-restore.ts";
import type { Point } from "./earlier-point.ts";
import { ChangingVenue, timeOf } from "./testing/changing-venue.ts";
import { MemoryStore } from "./testing/memory-store.ts";

const SNAPSHOTS = [8, 15, 23];

/** A backup of a venue with 30 commands in several segments, and some snapshots. */
async function backedUp(prunes: boolean) {
  const disk = new SimulatedDisk(1);
  const venue = new ChangingVenue(disk, "one", prunes);
  for (let position = 3; position <= 30; position++) {
    venue.append(1);
    venue.sync();
    if (!SNAPSHOTS.includes(position)) continue;
    await venue.snapshot();
    for (let step = 0; step < 6; step++) venue.goOn();
  }
  const store = new MemoryStore(new Map());
  await (await Backup.open({ paths: venue.paths, disk }, store)).run();
  return { venue, store };
}

/** Opens the restored directory as a start does. */
async function restored(store: MemoryStore, point: Point) {
  const disk = new SimulatedDisk(2);
  const { position, hash } = await restore(store, "/restored", { disk, point });
  const paths = dataPaths("/restored");
  const snapshots = new SnapshotStore({ directory: paths.snapshots, disk });
  const [newest = 0] = snapshots.list();
  const replayed: string[] = [];
  const { journal, recovery } = openJournal({
    directory: paths.journal,
    disk,
    turns: new ManualTurns(),
    listener: { onDurable() {}, onFailure() {} },
    traces: tracesBeside(paths, 0, disk),
    replay: {
      after: newest,
      hash: newest === 0 ? undefined : snapshots.hashAt(newest),
      record: (record) => void replayed.push(...payloads([record])),
    },
  });
  expect(recovery).toMatchObject({ lastPosition: position, tornTail: undefined, acknowledgedLost: 0 });
  expect(Buffer.from(journal.durableHash()).toString("hex")).toBe(hash);
  return { position, newest, replayed };
}

test("restored to any position, a backup is the venue as it was then", async () => {
  const { venue, store } = await backedUp(false);
  for (let position = 2; position <= 30; position++) {
    const found = await restored(store, { position });
    expect(found.position).toBe(position);
    // The two newest snapshots are kept.
    expect(found.newest).toBe(SNAPSHOTS.slice(1).findLast((at) => at <= position) ?? 0);
    expect(found.replayed).toEqual(venue.durable.slice(found.newest, position));
  }
});

test("restored to a time, a backup ends with the last command at or before that time", async () => {
  const { store } = await backedUp(false);
  for (const position of [3, 17, 29]) {
    expect((await restored(store, { time: timeOf(position) })).position).toBe(position);
  }
  expect((await restored(store, { time: timeOf(300) })).position).toBe(30);
});

test("a point that the backup does not have is refused, and another restore may then use the directory", async () => {
  const { store } = await backedUp(false);
  const disk = new SimulatedDisk(3);
  const at = (point: Point) => restore(store, "/restored", { disk, point });
  await expect(at({ position: 31 })).rejects.toThrow("the backup ends at position 30");
  await expect(at({ position: 1 })).rejects.toThrow("expected a point from position 2 on");
  await expect(at({ time: 999 })).rejects.toThrow("expected a point from position 2 on");
  const look = () => {
    throw new Error("it is of no use");
  };
  await expect(restore(store, "/restored", { disk, look })).rejects.toThrow("it is of no use");
  expect(disk.paths).toContain("/restored/restore-unfinished");
  expect((await at({ position: 12 })).position).toBe(12);
});

test("a pruned journal can't be restored to a point before its oldest snapshot", async () => {
  const { store, venue } = await backedUp(true);
  const disk = new SimulatedDisk(3);
  await expect(restore(store, "/restored", { disk, point: { position: 14 } })).rejects.toThrow(
    "the backup does not go back that far; expected a point from position 15 on",
  );
  for (const position of [15, 22, 23, 30]) {
    const found = await restored(store, { position });
    expect(found.newest).toBe(position < 23 ? 15 : 23);
    expect(found.replayed).toEqual(venue.durable.slice(found.newest, position));
  }
});

test("a venue that is too young for snapshots is restored to an earlier point, on a real disk", async () => {
  const simulated = new SimulatedDisk(4);
  const venue = new ChangingVenue(simulated, "young", false);
  venue.append(5);
  venue.sync();
  const store = new MemoryStore(new Map());
  await (await Backup.open({ paths: venue.paths, disk: simulated }, store)).run();
  using directory = temporaryDirectory();
  const { position } = await restore(store, directory.path, { point: { position: 4 } });
  expect(position).toBe(4);
});
