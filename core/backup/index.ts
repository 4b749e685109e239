// The door of backups: a copy of a data directory that is taken while its venue runs, and the directory that is made of it.

export { openStore, readStore } from "./backup-places.ts";
export { Backup } from "./directory-backup.ts";
export { restore } from "./directory-restore.ts";
export type { Point } from "./earlier-point.ts";
export { follow } from "./follow.ts";
export { readManifest } from "./manifest.ts";
