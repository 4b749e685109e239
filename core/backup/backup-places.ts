// Opens the place that holds a backup, as an operator writes it: `s3://bucket/prefix`, or a directory.

import { openDirectoryStore, readDirectoryStore } from "./directory-store.ts";
import { s3Store } from "./s3-store.ts";
import type { Store } from "./store.ts";

/** Opens a place to write a backup to. */
export function openStore(place: string): Store {
  return isBucket(place) ? s3Store(place) : openDirectoryStore(place);
}

/** Opens a place to read a backup from, even while another process writes to it. */
export function readStore(place: string): Store {
  return isBucket(place) ? s3Store(place) : readDirectoryStore(place);
}

function isBucket(place: string): boolean {
  return place.startsWith("s3:");
}
