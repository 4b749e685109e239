// What the kept copy promises: it is the file as it was at the last completed update, whatever happened since.

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import fc from "fast-check";
import { openTables } from "../tables/open-tables.ts";
import type { Tables } from "../tables/tables.ts";
import { insertInto } from "../tables/writing.ts";
import { KeptCopy } from "./kept-copy.ts";

const always = async () => true;

/** A history in a directory of its own, with its kept copy. */
function kept(): { path: string; copy: KeptCopy; tables: Tables; here: (name: string) => string } & Disposable {
  const directory = temporaryDirectory();
  const here = (name: string) => join(directory.path, name);
  const opened = openTables(here("history.sqlite"));
  if ("unusable" in opened) throw new Error(opened.unusable);
  const { tables } = opened;
  const copy = new KeptCopy(here("kept.sqlite"));
  return {
    path: here("kept.sqlite"),
    copy,
    tables,
    here,
    [Symbol.dispose]() {
      tables.close();
      directory[Symbol.dispose]();
    },
  };
}

const ENTRY = { kind: "deposit", amount: 1, holdingAfter: 1, reference: "reference", market: -1 } as const;

let nextEntry = 0;
function add(tables: Tables, count: number): void {
  tables.execute("BEGIN");
  const insert = tables.prepare(insertInto("ledger"));
  for (let i = 0; i < count; i++) insert.run({ ...ENTRY, account: (i * 7919) % 97, at: nextEntry++ });
  tables.execute("COMMIT");
  expect(tables.checkpoint()).toBe(true);
}

function entriesIn(path: string): number {
  using database = new Database(path, { readonly: true });
  expect(database.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  return (database.query("SELECT count(*) AS count FROM ledger").get() as { count: number }).count;
}

test("an update copies the pages that have changed, and restoring gives back the same file", async () => {
  using history = kept();
  add(history.tables, 20_000);
  const all = (await history.copy.update(history.tables.pages!, always))!;
  expect(all).toBe(statSync(history.here("history.sqlite")).size / 4_096);
  add(history.tables, 5);
  const changed = (await history.copy.update(history.tables.pages!, always))!;
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(all / 4);
  history.copy.restoreTo(history.here("again.sqlite"));
  expect(readFileSync(history.here("again.sqlite"))).toEqual(readFileSync(history.here("history.sqlite")));
  const again = openTables(history.here("again.sqlite"));
  expect("tables" in again).toBe(true);
  if ("tables" in again) again.tables.close();
});

test("when an update is interrupted at any step, the copy restores to the file as it was before or after the update", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(12), { minLength: 1, maxLength: 5 }), async (ends) => {
      using history = kept();
      add(history.tables, 4_000);
      await history.copy.update(history.tables.pages!, always);
      const possible = [entriesIn(history.here("kept.sqlite"))];
      for (const turns of ends) {
        add(history.tables, 700);
        possible.push(entriesIn(history.here("history.sqlite")));
        let left = turns;
        await history.copy.update(history.tables.pages!, async () => left-- > 0);
      }
      // A new process, which knows nothing about the one before.
      new KeptCopy(history.path).restoreTo(history.here("again.sqlite"));
      expect(possible).toContain(entriesIn(history.here("again.sqlite")));
    }),
    { numRuns: 10 },
  );
});

test("a flipped bit in the copy is noticed when it is restored, and repaired by the next process's update", async () => {
  using history = kept();
  add(history.tables, 2_000);
  await history.copy.update(history.tables.pages!, always);
  const bytes = readFileSync(history.path);
  bytes[4_096 * 3 + 77]! ^= 4;
  writeFileSync(history.path, bytes);
  expect(() => history.copy.restoreTo(history.here("again.sqlite"))).toThrow(
    "page 4 of the kept copy is not what was written",
  );
  expect(existsSync(history.here("again.sqlite"))).toBe(false);
  const next = new KeptCopy(history.path);
  await next.update(history.tables.pages!, always);
  next.restoreTo(history.here("again.sqlite"));
  expect(entriesIn(history.here("again.sqlite"))).toBe(entriesIn(history.here("history.sqlite")));
});
