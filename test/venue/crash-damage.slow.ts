// A venue whose data directory was damaged while it was stopped: it starts where nothing that matters is lost, and
// otherwise refuses with a line that names the place.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DataPaths, dataPaths } from "@evermark/core";
import { SnapshotStore, verifyJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { Bot } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { expectPromisesKept } from "../witness/promises.ts";
import { expectHistoryOfJournal, expectOneTruth } from "../witness/proven-directory.ts";
import { startRefused, startVenue } from "../witness/venue-process.ts";

const FLAGS = [
  ["--journal-snapshot-every-commands", "1000"],
  ["--journal-segment-bytes", "65536"],
  ["--limits-factor", "100000"],
].flat();

/** A venue that has traded: several journal files, several snapshots, history. Each test damages its own copy. */
const traded = temporaryDirectory();
let bots: Bot[];
let last: number;

beforeAll(async () => {
  await using venue = await startVenue({ dataDirectory: traded.path, flags: FLAGS });
  bots = [await Bot.onboard(venue.url), await Bot.onboard(venue.url)];
  const load = startLoad(bots, 1);
  await load.reached(1_200);
  load.stop();
  await load.ended;
  for (const bot of bots) bot.close();
  await venue.process.terminate();
  last = verifyJournal(dataPaths(traded.path).journal).lastPosition;
});

afterAll(() => traded[Symbol.dispose]());

test("a journal whose last bytes were cut off starts without the records in them, and reports how many bytes that was", async () => {
  using copy = copyOf(traded.path);
  const segment = segmentsOf(copy.paths).at(-1)!;
  truncateSync(segment, statSync(segment).size - 7);
  await using venue = await startVenue({ dataDirectory: copy.path, flags: FLAGS });
  await venue.process.terminate();
  expect(venue.process.logged("acknowledged commands are missing from the end")).toMatchObject({
    level: "error",
    commands: 1,
  });
  expect(venue.process.logged("journal opened")?.position).toBe(last - 1);
  // History had already stored the records that are gone.
  expect(venue.process.logged("history is being rebuilt")).toBeDefined();
  expectOneTruth(copy.path);
  await expectHistoryOfJournal(copy.path);
});

test("a venue refuses a journal with one flipped bit, and names segment and byte", async () => {
  using copy = copyOf(traded.path);
  // In the last file; what precedes the snapshot used by the start is only read by `verify`.
  const segment = segmentsOf(copy.paths).at(-1)!;
  flipBit(segment, 64 + 40);
  const refused = await startRefused({ dataDirectory: copy.path, flags: FLAGS });
  expect(refused.code).toBe(1);
  expect(refused.messages).toHaveLength(1);
  expect(refused.messages[0]).toMatch(/^journal segment segment-\d{16}\.log is corrupt at byte 64: /);
  expect(refused.messages[0]).toContain(segment.slice(-28));
});

test("a venue refuses a journal with a file missing in the middle, and names it", async () => {
  using copy = copyOf(traded.path);
  for (const snapshot of readdirSync(copy.paths.snapshots)) rmSync(join(copy.paths.snapshots, snapshot));
  const segment = segmentsOf(copy.paths)[1]!;
  rmSync(segment);
  const refused = await startRefused({ dataDirectory: copy.path, flags: FLAGS });
  expect(refused.code).toBe(1);
  expect(refused.messages).toEqual([
    expect.stringContaining(`journal segment ${segment.slice(-28)} is corrupt at byte 0: the segment is missing`),
  ]);
});

test("a damaged snapshot is skipped and named, and the journal supplies the rest", async () => {
  using copy = copyOf(traded.path);
  const store = new SnapshotStore({ directory: copy.paths.snapshots });
  const [newest, older] = store.list();
  const name = readdirSync(copy.paths.snapshots).find((file) => file.includes(`${newest}`))!;
  flipBit(join(copy.paths.snapshots, name), 1_000);
  await using venue = await startVenue({ dataDirectory: copy.path, flags: FLAGS });
  await venue.process.terminate();
  expect(venue.process.logged("a damaged snapshot is skipped")?.snapshot).toBe(name);
  expect(venue.process.logged("journal opened")).toMatchObject({ snapshot: older!, position: last });
});

test("history that is deleted or damaged is rebuilt from the journal", async () => {
  const damages: Record<string, (paths: DataPaths) => void> = {
    deleted: ({ history }) => rmSync(history),
    "no database": ({ history }) => writeFileSync(history, "no database"),
    "a page of another time": ({ history }) => scribble(history, 4_096 * 3),
    cut: ({ history }) => truncateSync(history, 4_096 * 2),
  };
  for (const [damage, inflict] of Object.entries(damages)) {
    using copy = copyOf(traded.path);
    inflict(copy.paths);
    {
      await using venue = await startVenue({ dataDirectory: copy.path, flags: FLAGS });
      for (const bot of bots) await bot.reconnect(venue.url);
      await expectPromisesKept(bots);
      for (const bot of bots) bot.close();
      await venue.process.terminate();
      const rebuilt = venue.process.logged("history is being rebuilt");
      expect({ damage, rebuilt: rebuilt?.level }).toEqual({
        damage,
        rebuilt: damage === "deleted" ? undefined : "warn",
      });
    }
    await expectHistoryOfJournal(copy.path);
  }
});

function copyOf(path: string): { readonly path: string; readonly paths: DataPaths } & Disposable {
  const copy = temporaryDirectory();
  cpSync(path, copy.path, { recursive: true });
  return { path: copy.path, paths: dataPaths(copy.path), [Symbol.dispose]: () => copy[Symbol.dispose]() };
}

function segmentsOf({ journal }: DataPaths): string[] {
  const names = readdirSync(journal).filter((name) => name.endsWith(".log"));
  return names.sort().map((name) => join(journal, name));
}

function flipBit(path: string, byte: number): void {
  const content = readFileSync(path);
  content[byte]! ^= 0x10;
  writeFileSync(path, content);
}

function scribble(path: string, from: number): void {
  const content = readFileSync(path);
  content.fill(0x5a, from, from + 4_096);
  writeFileSync(path, content);
}
