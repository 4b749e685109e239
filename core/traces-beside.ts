// What lies beside the journal and speaks of commands that must be in it.

import { type Disk, realDisk, SnapshotStore, type Trace } from "@evermark/journal";
import { snapshotName } from "@evermark/journal/snapshots.ts";
import type { DataPaths } from "./data-directory.ts";
import { NAMED_AT, readGenesis } from "./genesis-file.ts";

/**
 * Read before anything is opened that could make, mend or delete one of them.
 * @param historyPosition up to where history says that it has read the journal
 */
export function tracesBeside(paths: DataPaths, historyPosition: number, disk: Disk = realDisk): Trace[] {
  return [
    ...ofSnapshots(paths, disk),
    { file: "history.sqlite", position: historyPosition },
    ...ofGenesis(paths, disk),
  ];
}

/** Also one that is damaged was taken once. */
function ofSnapshots({ snapshots }: DataPaths, disk: Disk): Trace[] {
  // The store would make it.
  if (disk.list(snapshots).length === 0) return [];
  const [newest] = new SnapshotStore({ directory: snapshots, disk }).list();
  return newest === undefined ? [] : [{ file: snapshotName(newest), position: newest }];
}

function ofGenesis(paths: DataPaths, disk: Disk): Trace[] {
  const named = readGenesis(paths, disk);
  return [{ file: "genesis.json", position: named === "missing" || named === "damaged" ? 0 : NAMED_AT }];
}
