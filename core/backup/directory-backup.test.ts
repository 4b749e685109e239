// What a backup refuses, what it copies and what it repairs, one case at a time.

import { expect, test } from "bun:test";
import { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import { Backup } from "./directory-backup.ts";
import { restore } from "./directory-restore.ts";
import { ChangingVenue } from "./testing/changing-venue.ts";
import { MemoryStore } from "./testing/memory-store.ts";

function trading(name = "one", prunes = false) {
  const disk = new SimulatedDisk(1);
  const venue = new ChangingVenue(disk, name, prunes);
  venue.append(20);
  venue.sync();
  return { disk, venue, source: { paths: venue.paths, disk, now: () => 1_000 } };
}

async function backedUp(world = trading()) {
  const objects = new Map<string, Uint8Array>();
  const store = new MemoryStore(objects);
  await (await Backup.open(world.source, store)).run();
  return { ...world, objects, store };
}

const SEGMENT = (first: number) => `/data/journal/segment-${String(first).padStart(16, "0")}.log`;

test("a second run copies only what is new", async () => {
  const { venue, source, store } = await backedUp();
  const second = await Backup.open(source, store);
  expect(await second.run()).toMatchObject({ position: 22, newObjects: 0, newBytes: 0 });
  for (const position of [23, 24]) {
    venue.append(1);
    venue.sync();
    // The first of the two appends begins a new segment and closes the one before it, whose entry in the list of closed
    // segments is new.
    expect(await second.run()).toMatchObject({ position, segments: 2, newObjects: position === 23 ? 2 : 1 });
  }
});

test("commands that are not durable yet are not copied", async () => {
  const { venue, source, store } = await backedUp();
  venue.append(3);
  const backup = await Backup.open(source, store);
  expect((await backup.run()).position).toBe(22);
  venue.sync();
  expect((await backup.run()).position).toBe(25);
});

test("the backup of another venue is refused, and left as it is", async () => {
  const { store, objects } = await backedUp();
  const before = [...objects.keys()];
  await expect(Backup.open(trading("two").source, store)).rejects.toThrow(
    /^memory holds the backup of venue [0-9a-f]{12}/,
  );
  expect([...objects.keys()]).toEqual(before);
});

test("a journal that has lost what was copied, or holds other commands there, is refused", async () => {
  const world = trading();
  const earlier = world.disk.copy(2);
  world.venue.append(3);
  world.venue.sync();
  const { store, objects } = await backedUp(world);
  const before = [...objects];
  const shorter = await Backup.open({ ...world.source, disk: earlier }, store);
  await expect(shorter.run()).rejects.toThrow("durable.mark says position 22, but the backup goes up to 25");

  const other = new SimulatedDisk(3);
  const twin = new ChangingVenue(other, "one", false);
  for (const count of [20, 1, 1, 2]) {
    twin.append(count);
    twin.sync();
  }
  const diverged = await Backup.open({ ...world.source, disk: other }, store);
  await expect(diverged.run()).rejects.toThrow("has other commands up to position 25 than the backup");
  expect([...objects]).toEqual(before);
});

test("a damaged record is never counted", async () => {
  const { disk, venue, source, store } = await backedUp();
  venue.append(3);
  venue.sync();
  const last = disk.paths.filter((path) => path.endsWith(".log")).at(-1)!;
  disk.flipBit(last, disk.content(last).findLastIndex((byte) => byte !== 0) - 40, 1);
  await expect((await Backup.open(source, store)).run()).rejects.toThrow("is corrupt at byte");
  expect((await restore(store, "/restored", { disk: new SimulatedDisk(4) })).position).toBe(22);
});

test("a restore notices a flipped bit and a missing object; the next run puts the missing object again", async () => {
  const { source, store, objects } = await backedUp();
  const [name, bytes] = [...objects].find(([each]) => each.startsWith("objects/"))!;
  const flipped = bytes.slice();
  flipped[flipped.length >> 1]! ^= 4;
  objects.set(name, flipped);
  await expect(restore(store, "/restored", { disk: new SimulatedDisk(4) })).rejects.toThrow(
    `${name} in memory is not what was put`,
  );
  objects.delete(name);
  await expect(restore(store, "/restored", { disk: new SimulatedDisk(4) })).rejects.toThrow(
    `${name} is missing in memory`,
  );
  await (await Backup.open(source, store)).run();
  expect((await restore(store, "/restored", { disk: new SimulatedDisk(4) })).position).toBe(22);
});

test("a flipped bit in the manifest is noticed", async () => {
  const { store, objects } = await backedUp();
  objects.get("manifest.json")![30]! ^= 1;
  await expect(restore(store, "/restored", { disk: new SimulatedDisk(4) })).rejects.toThrow(
    "manifest.json in memory is damaged",
  );
});

test("two backups in one place notice each other", async () => {
  const { venue, source, store } = await backedUp();
  const one = await Backup.open(source, store);
  const other = await Backup.open(source, store);
  venue.append(1);
  venue.sync();
  await one.run();
  venue.append(1);
  venue.sync();
  await expect(other.run()).rejects.toThrow("another backup writes to memory");
});

test("a damaged snapshot is left out, and one that vanishes is not an error", async () => {
  const { disk, venue, source } = trading();
  await venue.snapshot();
  venue.goOn();
  venue.append(5);
  venue.sync();
  await venue.snapshot();
  const [older, newer] = disk.paths.filter((path) => path.endsWith(".state"));
  disk.flipBit(older!, 100, 0);
  const store = new MemoryStore(new Map());
  const backup = await Backup.open(source, store);
  expect(await backup.run()).toMatchObject({ files: 1 });
  disk.remove(newer!);
  expect(await backup.run()).toMatchObject({ files: 0 });
});

test("a restore refuses a directory that is not empty, unless it holds an interrupted restore", async () => {
  const { store } = await backedUp();
  const disk = new SimulatedDisk(5);
  disk.open("/restored/journal", "create").close();
  await expect(restore(store, "/restored", { disk: disk })).rejects.toThrow(
    "/restored is not empty (journal is in it)",
  );
  disk.remove("/restored/journal");
  disk.open("/restored/restore-unfinished", "create").close();
  disk.open("/restored/snapshots/snapshot-0000000000000009.state", "create").close();
  expect((await restore(store, "/restored", { disk: disk })).position).toBe(22);
  expect(disk.paths.filter((path) => /snapshots|unfinished/.test(path))).toEqual([]);
  expect(disk.paths).toContain(SEGMENT(1).replace("/data", "/restored"));
});

/** Holds back every put of bytes that begin with a given text, until `open` is called. */
class GatedStore extends MemoryStore {
  #gated = "";
  #opened = Promise.withResolvers<void>();
  /** Called with the text of every put, gated or not. */
  onPut: (text: string) => void = () => {};

  shut(begin: string): void {
    this.#gated = begin;
    this.#opened = Promise.withResolvers();
  }

  open(): void {
    this.#gated = "";
    this.#opened.resolve();
  }

  override async put(name: string, bytes: Uint8Array): Promise<void> {
    const text = new TextDecoder().decode(bytes);
    this.onPut(text);
    if (this.#gated !== "" && text.startsWith(this.#gated)) await this.#opened.promise;
    await super.put(name, bytes);
  }
}

/** A venue that has pruned its journal. */
async function pruned() {
  const world = trading("one", true);
  const snapshot = async () => {
    world.venue.append(10);
    world.venue.sync();
    await world.venue.snapshot();
  };
  const finish = () => {
    for (let step = 0; step < 6; step++) world.venue.goOn();
  };
  for (let count = 0; count < 3; count++) {
    await snapshot();
    finish();
  }
  return { ...world, snapshot, finish };
}

/** Lets everything run that has begun and waits for nothing else. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve();
}

test("a snapshot copied during the journal's copy does not go further than the copied journal", async () => {
  const { source, venue, snapshot, finish } = await pruned();
  const store = new GatedStore(new Map());
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
    // The mark has been read by now: this snapshot goes further.
    await snapshot();
    finish();
  };
  const backup = await Backup.open({ ...source, pause }, store);
  const before = await backup.step();
  await snapshot();
  venue.append(1);
  venue.sync();
  // The copy of the surroundings finds that something was pruned, and begins again; the journal's copy waits for its place.
  store.shut("EVMJRNL");
  store.onPut = () => finish();
  const stepped = backup.step();
  await settle();
  store.onPut = () => {};
  store.open();
  const position = await stepped;
  expect(pauses).toBe(1);
  expect(position).toBe(before + 11);

  const disk = new SimulatedDisk(4);
  expect((await restore(store, "/restored", { disk: disk })).position).toBe(position);
  const further = disk.paths.filter((path) => Number(/snapshot-0*(\d+)/.exec(path)?.[1] ?? 0) > position);
  expect(further).toEqual([]);
  await backup.step();
  expect((await restore(store, "/again", { disk: disk })).position).toBe(venue.durable.length);
});

test("objects that a copy in progress counts on are not deleted", async () => {
  const { source, venue, disk } = await pruned();
  const store = new GatedStore(new Map());
  const backup = await Backup.open(source, store);
  const keep = (pages: string, sums: string) => {
    for (const [path, content] of [
      ["", pages],
      ["-sums", sums],
    ] as const) {
      const file = disk.open(venue.paths.keptHistory + path, "create");
      file.write(new TextEncoder().encode(content), 0);
      file.close();
    }
  };
  const step = async () => {
    venue.append(1);
    venue.sync();
    await backup.step();
  };
  keep("some pages", "some sums");
  await step();
  keep("other pages", "other sums");
  await step();
  await backup.close();
  await step();
  // When the first pages come back, no manifest names them any more; they are still in the store, and are not put again.
  store.shut("last sums");
  keep("some pages", "last sums");
  await step();
  await settle();
  store.open();
  await backup.close();
  await step();
  const restored = new SimulatedDisk(4);
  await restore(store, "/restored", { disk: restored });
  expect(new TextDecoder().decode(restored.content("/restored/history-kept.sqlite"))).toBe("some pages");
});
