import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { KeptCopy } from "../file/kept-copy.ts";
import { canShrink, compact, freePages, giveBackSome } from "./free-pages.ts";
import { openTables } from "./open-tables.ts";
import type { Tables } from "./tables.ts";
import { insertInto } from "./writing.ts";

const ENTRIES = 20_000;

function opened(path: string, shrinks: boolean): Tables {
  const found = openTables(path, { shrinks });
  if ("unusable" in found) throw new Error(found.unusable);
  return found.tables;
}

/** Inserts entries and deletes nine tenths of them. */
function fillAndEmpty(tables: Tables): void {
  tables.execute("BEGIN");
  const insert = tables.prepare(insertInto("ledger"));
  const entry = { kind: "deposit", amount: 1, holdingAfter: 1, reference: "reference", market: -1 } as const;
  for (let at = 0; at < ENTRIES; at++) insert.run({ ...entry, account: at % 97, at });
  tables.execute("COMMIT");
  tables.checkpoint();
  tables.execute(`DELETE FROM ledger WHERE entry_id <= ${ENTRIES * 0.9}`);
}

function giveBackAll(tables: Tables): void {
  for (let isMore = true; isMore; ) {
    tables.execute("BEGIN");
    isMore = giveBackSome(tables);
    tables.execute("COMMIT");
  }
}

test("freed space is returned, except what new rows will fill, and every page keeps its sum", async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "history.sqlite");
  let tables = opened(path, true);
  expect(canShrink(tables)).toBe(true);
  fillAndEmpty(tables);
  const full = statSync(path).size;
  const copy = new KeptCopy(join(directory.path, "kept.sqlite"));
  await copy.update(tables.pages!, async () => true);
  giveBackAll(tables);

  // If it is killed now, its content is in its log.
  const crashed = join(directory.path, "crashed.sqlite");
  for (const part of ["", "-wal", "-sums"]) copyFileSync(path + part, crashed + part);
  const after = opened(crashed, true);
  expect(after.ask("SELECT count(*) AS count FROM ledger")).toEqual([{ count: ENTRIES / 10 }]);
  after.close();
  expect(statSync(crashed).size).toBeLessThan(full / 2);

  expect(tables.checkpoint()).toBe(true);
  expect(statSync(path).size).toBeLessThan(full / 2);
  expect(freePages(tables) * 4_096).toBeGreaterThan(0);
  while (!tables.pages!.checkNext());
  await copy.update(tables.pages!, async () => true);
  expect(statSync(join(directory.path, "kept.sqlite")).size).toBe(statSync(path).size);
  tables.close();
  copy.restoreTo(join(directory.path, "again.sqlite"));
  for (const name of ["history.sqlite", "again.sqlite"]) {
    tables = opened(join(directory.path, name), true);
    expect(tables.ask("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(tables.ask("SELECT count(*) AS count FROM ledger")).toEqual([{ count: ENTRIES / 10 }]);
    tables.close();
  }
});

test("a page that is written and freed within one log is not looked for beyond the end of the file", () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "history.sqlite");
  const tables = opened(path, true);
  const empty = statSync(path).size;
  // There is no checkpoint in between: everything is in the log, and so is the file's shrinking.
  const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)";
  tables.execute(`CREATE TABLE much (x); INSERT INTO much ${numbers} SELECT zeroblob(4096) FROM n`);
  tables.execute("DROP TABLE much");
  giveBackAll(tables);
  expect(tables.checkpoint()).toBe(true);
  expect(statSync(path).size).toBeLessThan(2 * empty);
  while (!tables.pages!.checkNext());
  tables.close();
  opened(path, true).close();
});

test("a file that was not created to shrink keeps its length until it is rewritten", () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, "history.sqlite");
  const tables = opened(path, false);
  fillAndEmpty(tables);
  expect(giveBackSome(tables)).toBe(false);
  tables.checkpoint();
  const full = statSync(path).size;
  expect(freePages(tables) * 4_096).toBeGreaterThan(full / 2);
  compact(tables);
  tables.checkpoint();
  expect(canShrink(tables)).toBe(true);
  expect(statSync(path).size).toBeLessThan(full / 2);
  tables.close();
  using looked = new Database(path, { readonly: true });
  expect(looked.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
});
