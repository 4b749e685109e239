// Files beside the journal that imply commands in it.

import { type Disk, realDisk, SnapshotStore, type Trace } from "@evermark/journal";
import { snapshotName } from "@evermark/journal/snapshots.ts";
import type { DataPaths } from "./data-directory.ts";
import { NAMED_AT, readGenesis } from "./genesis-file.ts";

/**
 * Must be read before anything is opened that could create, repair or delete one of these files.
 * @param historyPosition the position up to which history says that it has read the journal
 */
export function tracesBeside(paths: DataPaths, historyPosition: number, disk: Disk = realDisk): Trace[] {
  return [
    ...ofSnapshots(paths, disk),
    { file: "history.sqlite", position: historyPosition },
    ...ofGenesis(paths, disk),
  ];
}

/** The newest snapshot, even if it is damaged: it was taken after commands that must be there. */
function ofSnapshots({ snapshots }: DataPaths, disk: Disk): Trace[] {
  // Checked first, because the store would create the directory.
  if (disk.list(snapshots).length === 0) return [];
  const [newest] = new SnapshotStore({ directory: snapshots, disk }).list();
  return newest === undefined ? [] : [{ file: snapshotName(newest), position: newest }];
}

function ofGenesis(paths: DataPaths, disk: Disk): Trace[] {
  const named = readGenesis(paths, disk);
  return [{ file: "genesis.json", position: named === "missing" || named === "damaged" ? 0 : NAMED_AT }];
}
