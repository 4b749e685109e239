// What lies beside the journal and speaks of commands that must be in it.

import { existsSync } from "node:fs";
import { SnapshotStore, type Trace } from "@evermark/journal";
import { snapshotName } from "@evermark/journal/snapshots.ts";
import type { DataPaths } from "./data-directory.ts";
import { NAMED_AT, readGenesis } from "./genesis-file.ts";
import { knownPosition } from "./history/known-position.ts";

/** Read before anything is opened that could make, mend or delete one of them. */
export function tracesBeside(paths: DataPaths): Trace[] {
  return [...ofSnapshots(paths), ...ofHistory(paths), ...ofGenesis(paths)];
}

/** Also one that is damaged was taken once. */
function ofSnapshots({ snapshots }: DataPaths): Trace[] {
  if (!existsSync(snapshots)) return [];
  const [newest] = new SnapshotStore({ directory: snapshots }).list();
  return newest === undefined ? [] : [{ file: snapshotName(newest), position: newest }];
}

function ofHistory({ history }: DataPaths): Trace[] {
  return [{ file: "history.sqlite", position: knownPosition(history) }];
}

function ofGenesis(paths: DataPaths): Trace[] {
  const named = readGenesis(paths);
  return [{ file: "genesis.json", position: named === "missing" || named === "damaged" ? 0 : NAMED_AT }];
}
