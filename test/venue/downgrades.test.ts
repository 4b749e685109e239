// A program started on data that a later version wrote, or that it would replay differently: it refuses by naming the
// version, and leaves everything as it is.

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DataPaths, dataPaths, repeatJournal } from "@evermark/core";
import { BEHAVIOUR, type Command, Engine, encodeCommand } from "@evermark/engine";
import { JOURNAL_FORMAT, openJournal, SnapshotStore } from "@evermark/journal";
import { crc32 } from "@evermark/journal/checksums.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { rebuildHistory } from "@evermark/venue/history/history-inside.ts";
import { versions } from "@evermark/venue/operation/reports/versions.ts";
import { folderOf } from "../fixtures/folder.ts";
import { packDirectory, readPacked, unpackDirectory } from "../fixtures/packed.ts";
import { type RecordedVenue, runOn } from "../fixtures/recorded-venue.ts";

const recorded = readPacked<RecordedVenue>(
  join(import.meta.dir, "../fixtures", folderOf(versions), "venue-whole.json.gz"),
);
const REMEDY = "start the newer one, or restore a copy from before the upgrade";

/** A data directory of this version; `using` removes it. */
function dataOfThisVersion(): { readonly path: string; readonly paths: DataPaths } & Disposable {
  const directory = temporaryDirectory();
  unpackDirectory(recorded.files, directory.path);
  return { ...directory, path: directory.path, paths: dataPaths(directory.path) };
}

const startOn = (directory: string) => runOn({ directory, prunes: false, at: recorded.at });

async function expectRefused(directory: string, words: string): Promise<void> {
  const before = packDirectory(directory);
  await expect(startOn(directory)).rejects.toThrow(words);
  // Only the files that were there before: the history thread, which ends at its own pace, may still have its log and
  // index open.
  for (const [path, content] of Object.entries(before)) {
    const same = readFileSync(join(directory, path)).toString("base64") === content;
    expect({ path, same }).toEqual({ path, same: true });
  }
}

/** @returns the command's position */
async function append(paths: DataPaths, command: Command): Promise<number> {
  const { journal } = openJournal({ directory: paths.journal, listener: { onDurable() {}, onFailure() {} } });
  const position = journal.append(command.at, encodeCommand(command));
  await journal.close();
  return position;
}

test("commands of a later behaviour", async () => {
  using data = dataOfThisVersion();
  const version = BEHAVIOUR + 1;
  const position = await append(data.paths, { type: "set_behaviour", at: recorded.at as never, version });
  await expectRefused(
    data.path,
    `the command at journal position ${position} can't be repeated: what follows it was written by a newer Evermark ` +
      `(behaviour ${version}; this one knows up to ${BEHAVIOUR}): ${REMEDY}`,
  );
});

test("a journal segment of a later format", async () => {
  using data = dataOfThisVersion();
  const name = readdirSync(data.paths.journal).findLast((each) => each.startsWith("segment-"))!;
  const path = join(data.paths.journal, name);
  const bytes = readFileSync(path);
  bytes.writeUInt32LE(JOURNAL_FORMAT + 1, 8);
  bytes.writeUInt32LE(crc32(Uint8Array.from(bytes.subarray(0, 64)).fill(0, 12, 16)), 12);
  writeFileSync(path, bytes);
  const found = `(format ${JOURNAL_FORMAT + 1}; this one knows up to ${JOURNAL_FORMAT})`;
  await expectRefused(data.path, `journal segment ${name} was written by a newer Evermark ${found}: ${REMEDY}`);
});

test("a snapshot of a later format, even where the journal could replace it", async () => {
  using data = dataOfThisVersion();
  const store = new SnapshotStore({ directory: data.paths.snapshots });
  const { snapshot } = store.restoreNewest(Engine.restoreFrom);
  const { position, hash, made } = snapshot!;
  const bytes = made.snapshot().slice();
  new DataView(bytes.buffer).setInt32(0, versions.snapshot + 1, true);
  await store.write({ position, hash, bytes });
  const name = `snapshot-${String(position).padStart(16, "0")}.state`;
  const found = `(format ${versions.snapshot + 1}; this one knows up to ${versions.snapshot})`;
  await expectRefused(data.path, `snapshot ${name} was written by a newer Evermark ${found}: ${REMEDY}`);
});

test("a history of a later version", async () => {
  using data = dataOfThisVersion();
  const database = new Database(data.paths.history);
  database.run(`UPDATE meta SET schema_version = ${versions.history + 1}`);
  database.close();
  const found = `(tables of version ${versions.history + 1}; this one knows up to ${versions.history})`;
  const before = packDirectory(data.path);
  await expectRefused(data.path, `history ${data.paths.history} was written by a newer Evermark ${found}: ${REMEDY}`);
  await expect(rebuildHistory(data.path, () => {})).rejects.toThrow(`was written by a newer Evermark ${found}`);
  expect(packDirectory(data.path)).toEqual(before);
});

test("commands that had a different result when they were new", async () => {
  using data = dataOfThisVersion();
  const digest = "0123456789abcdef";
  const position = await append(data.paths, { type: "confirm_digest", at: recorded.at as never, digest });
  const words = `the command at journal position ${position} can't be repeated: what commands `;
  await expectRefused(data.path, words);
  expect(() => repeatJournal(data.paths)).toThrow(words);
  expect(() => repeatJournal(data.paths)).toThrow(`then ${digest}): start the Evermark that applied them`);
});

test("a journal is replayed without a venue, and each snapshot is compared with it", async () => {
  using data = dataOfThisVersion();
  const store = new SnapshotStore({ directory: data.paths.snapshots });
  const { snapshot } = store.restoreNewest(Engine.restoreFrom);
  const { position, hash, made } = snapshot!;
  expect(repeatJournal(data.paths)).toMatchObject({ from: 1, sameSnapshots: [position], badSnapshots: [] });
  await store.write({ position, hash, bytes: new Engine().snapshot() });
  const reason = "it is not what the commands before it lead to";
  expect(repeatJournal(data.paths)).toMatchObject({ from: 1, sameSnapshots: [], badSnapshots: [{ position, reason }] });
  const old = made.snapshot().slice();
  old[0] = 1;
  await store.write({ position, hash, bytes: old });
  expect(repeatJournal(data.paths)).toMatchObject({ sameSnapshots: [], badSnapshots: [], oldSnapshots: [position] });
});
