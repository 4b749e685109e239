// A place as an operator writes it: `s3://bucket/prefix`, or a directory.

import { openDirectoryStore, readDirectoryStore } from "./directory-store.ts";
import { s3Store } from "./s3-store.ts";
import type { Store } from "./store.ts";

/** To write to. */
export function openStore(place: string): Store {
  return isBucket(place) ? s3Store(place) : openDirectoryStore(place);
}

/** To read from, also while it is being written to. */
export function readStore(place: string): Store {
  return isBucket(place) ? s3Store(place) : readDirectoryStore(place);
}

function isBucket(place: string): boolean {
  return place.startsWith("s3:");
}
