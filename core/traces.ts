// What lies beside the journal and speaks of commands that must be in it.

import { existsSync } from "node:fs";
import { SnapshotStore, type Trace } from "@evermark/journal";
import { snapshotName } from "@evermark/journal/snapshots.ts";
import type { DataPaths } from "./data-directory.ts";
import { NAMED_AT, readGenesis } from "./genesis-file.ts";

/**
 * Read before anything is opened that could make, mend or delete one of them.
 * @param historyPosition up to where history says that it has read the journal
 */
export function tracesBeside(paths: DataPaths, historyPosition: number): Trace[] {
  return [...ofSnapshots(paths), { file: "history.sqlite", position: historyPosition }, ...ofGenesis(paths)];
}

/** Also one that is damaged was taken once. */
function ofSnapshots({ snapshots }: DataPaths): Trace[] {
  if (!existsSync(snapshots)) return [];
  const [newest] = new SnapshotStore({ directory: snapshots }).list();
  return newest === undefined ? [] : [{ file: snapshotName(newest), position: newest }];
}

function ofGenesis(paths: DataPaths): Trace[] {
  const named = readGenesis(paths);
  return [{ file: "genesis.json", position: named === "missing" || named === "damaged" ? 0 : NAMED_AT }];
}
