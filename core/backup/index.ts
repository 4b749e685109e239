// The public surface of backups: copying a data directory while its venue runs, and restoring a directory from the copy.

export { openStore, readStore } from "./backup-places.ts";
export { Backup } from "./directory-backup.ts";
export { restore } from "./directory-restore.ts";
export type { Point } from "./earlier-point.ts";
export { follow } from "./follow.ts";
export { readManifest } from "./manifest.ts";
