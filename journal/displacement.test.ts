// Files that are moved, deleted or replaced under a running journal: what is acknowledged is where the next start looks for it.

import { expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DirectoryInUse, JournalMoved } from "./corrupt.ts";
import { MARK_NAME } from "./mark.ts";
import { openJournal } from "./open.ts";
import { readJournal } from "./reader.ts";
import { segmentName } from "./segment.ts";
import { openReal } from "./testing/real-journal.ts";
import { temporaryDirectory } from "./testing/temporary-directory.ts";
import { payloads } from "./testing/test-journal.ts";

const ignore = { onDurable() {}, onFailure() {} };
const FIRST = segmentName(1);

test("a second opening of a journal in use is refused, wherever its files were moved", async () => {
  using temporary = temporaryDirectory();
  const path = join(temporary.path, "journal");
  const elsewhere = join(temporary.path, "elsewhere");
  const { journal, commit } = openReal({ directory: path });
  await commit("a");
  expect(() => openJournal({ directory: path, listener: ignore })).toThrow(DirectoryInUse);
  mkdirSync(elsewhere);
  for (const name of readdirSync(path)) renameSync(join(path, name), join(elsewhere, name));
  expect(() => openJournal({ directory: elsewhere, listener: ignore })).toThrow(DirectoryInUse);
  await journal.close();
  const { journal: next, recovery } = openReal({ directory: elsewhere });
  expect(recovery.lastPosition).toBe(1);
  await next.close();
});

test("the next segment is locked before it has its name, and the one before it stays closed to others", async () => {
  using temporary = temporaryDirectory();
  const { journal, commit } = openReal({ directory: temporary.path, segmentBytes: 1 });
  for (const record of "abc") {
    await commit(record);
    expect(() => openJournal({ directory: temporary.path, listener: ignore })).toThrow(DirectoryInUse);
  }
  await journal.close();
});

test("while its directory is moved away a journal takes nothing, and it continues once the directory is back", async () => {
  using temporary = temporaryDirectory();
  const path = join(temporary.path, "journal");
  const elsewhere = join(temporary.path, "elsewhere");
  const { journal, commit } = openReal({ directory: path });
  expect(await commit("a")).toEqual({ durable: 1 });
  renameSync(path, elsewhere);
  expect(await commit("lost")).toEqual({ failed: new JournalMoved(join(path, FIRST)), firstLost: 2 });
  // A copy in its place is not the file that is written to.
  cpSync(elsewhere, path, { recursive: true });
  expect(await commit("lost again")).toMatchObject({ failed: expect.any(JournalMoved), firstLost: 2 });
  expect(journal.isInPlace).toBe(false);
  rmSync(path, { recursive: true });
  renameSync(elsewhere, path);
  expect(await commit("b")).toEqual({ durable: 2 });
  await journal.close();
  expect(payloads(readJournal(path, 1))).toEqual(["a", "b"]);
});

test("no segment is created in a directory that has taken the place of the journal's", async () => {
  using temporary = temporaryDirectory();
  const path = join(temporary.path, "journal");
  const { journal, commit } = openReal({ directory: path, segmentBytes: 1 });
  await commit("a");
  renameSync(path, `${path}.old`);
  mkdirSync(path);
  expect(await commit("b")).toMatchObject({ failed: expect.any(JournalMoved), firstLost: 2 });
  expect(readdirSync(path)).toEqual([]);
  await journal.close();
  expect(readdirSync(path)).toEqual([]);
});

test("a segment that is deleted under a running journal stops it", async () => {
  using temporary = temporaryDirectory();
  const { journal, commit } = openReal({ directory: temporary.path });
  await commit("a");
  rmSync(join(temporary.path, FIRST));
  expect(await commit("b")).toMatchObject({ failed: expect.any(JournalMoved), firstLost: 2 });
  await journal.close();
});

test("a durable mark that is deleted under a running journal is written again", async () => {
  using temporary = temporaryDirectory();
  const { journal, commit } = openReal({ directory: temporary.path });
  await commit("a");
  rmSync(join(temporary.path, MARK_NAME));
  await commit("b");
  // It is written once the journal falls idle.
  while (!existsSync(join(temporary.path, MARK_NAME))) await Bun.sleep(5);
  rmSync(join(temporary.path, MARK_NAME));
  await journal.close();
  const { journal: next, recovery } = openReal({ directory: temporary.path });
  expect(recovery).toMatchObject({ lastPosition: 2, doubt: undefined });
  await next.close();
});
