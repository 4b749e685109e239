// The door of backups: a copy of a data directory that is taken while its venue runs, and the directory that is made of it.

export { Backup } from "./backup.ts";
export { follow } from "./follow.ts";
export { readManifest } from "./manifest.ts";
export { openStore, readStore } from "./places.ts";
export { restore } from "./restore.ts";
