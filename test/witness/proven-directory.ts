// What can be proven about the data directory of a stopped venue: the journal is intact, every snapshot is the state
// that the journal leads to, and history matches the journal.

import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { copyFileSync } from "node:fs";
import { dataPaths } from "@evermark/core";
import { decodeCommand, Engine, silent } from "@evermark/engine";
import { readJournal, SnapshotStore, verifyJournal } from "@evermark/journal";
import { rebuildHistory } from "@evermark/venue/history/history-inside.ts";

/**
 * Replays the journal from its beginning and from every snapshot, and checks that all of them reach the same states.
 * @returns the number of snapshots
 */
export function expectOneTruth(dataDirectory: string): number {
  const paths = dataPaths(dataDirectory);
  const { bad, firstPosition, lastPosition } = verifyJournal(paths.journal);
  expect({ bad, firstPosition }).toEqual({ bad: undefined, firstPosition: 1 });

  const store = new SnapshotStore({ directory: paths.snapshots });
  const positions = store.list();
  const engines = new Map(positions.map((position) => [position, restored(store, position)]));
  const fromGenesis = new Engine();
  for (const { position, payload } of readJournal(paths.journal, 1, lastPosition)) {
    for (const [snapshot, engine] of engines) {
      if (position > snapshot) engine.apply(decodeCommand(payload), silent);
    }
    fromGenesis.apply(decodeCommand(payload), silent);
    const restored = engines.get(position);
    if (restored !== undefined) expect(restored.stateHash()).toBe(fromGenesis.stateHash());
  }
  for (const engine of engines.values()) expect(engine.stateHash()).toBe(fromGenesis.stateHash());
  fromGenesis.audit();
  return positions.length;
}

/** Checks, row by row, that the existing history matches one that is rebuilt from the journal. */
export async function expectHistoryOfJournal(dataDirectory: string): Promise<void> {
  const { history } = dataPaths(dataDirectory);
  const grown = `${history}.grown`;
  copyFileSync(history, grown);
  await rebuildHistory(dataDirectory, () => {});
  const [before, after] = [rowsOf(grown), rowsOf(history)];
  expect([...before.keys()]).toEqual([...after.keys()]);
  for (const [table, rows] of before) expect({ table, rows }).toEqual({ table, rows: after.get(table) ?? [] });
  expect(before.get("orders")?.length).toBeGreaterThan(0);
}

function restored(store: SnapshotStore, position: number): Engine {
  const { snapshot, skipped } = store.restoreNewest(Engine.restoreFrom, position);
  expect({ position: snapshot?.position, skipped }).toEqual({ position, skipped: [] });
  return snapshot!.made;
}

/** The rows of every table as text, sorted. */
function rowsOf(path: string): Map<string, string[]> {
  using database = new Database(path, { readonly: true });
  const tables = database
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all();
  return new Map(
    tables.map(({ name }) => {
      const rows = database.query(`SELECT * FROM ${name}`).all();
      return [name, rows.map((row) => JSON.stringify(row)).sort()];
    }),
  );
}
