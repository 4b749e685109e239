// `manifest.json` says what a backup holds. It is put last, in one piece: before that the former one is in force, and nothing
// that it names has been touched. Closed segments, of which there are thousands after years, stand in an object of their own,
// because the manifest is written anew every second while a backup follows.

import { Fault, WrittenByNewer } from "@evermark/engine";
import { factsOfText, textOfFacts } from "@evermark/journal/checksummed-file.ts";
import { BackupDamaged, type FileEntry, getObject, type Objects } from "./objects.ts";
import type { Store } from "./store.ts";

const NAME = "manifest.json";
const FORMAT = 1;

/** A segment of the journal up to its last record. */
export interface SegmentEntry extends FileEntry {
  /** Position of its first record. */
  readonly first: number;
  /** Position of its last record; `first − 1` for none. */
  readonly position: number;
  /** The chain's hash that ends it, in hexadecimal. */
  readonly hash: string;
}

export interface Manifest {
  /** Which venue it is of (genesis-file.ts). */
  readonly venue: string;
  /** When that was all that was durable, by the machine's clock, in milliseconds. */
  readonly takenAt: number;
  /** The first position that the journal must hold. */
  readonly oldest: number;
  /** The last one may still grow. */
  readonly segments: readonly SegmentEntry[];
  readonly files: readonly FileEntry[];
}

interface Facts extends Omit<Manifest, "segments"> {
  readonly format: number;
  /** The object in which the closed segments stand. */
  readonly closed: string;
  readonly last: SegmentEntry;
}

/** What a store's manifest says, and its text. */
export interface ReadManifest {
  readonly text: string;
  readonly manifest: Manifest;
}

/** @throws {BackupDamaged}, {WrittenByNewer} */
export async function readManifest(store: Store): Promise<ReadManifest | undefined> {
  const text = await textOfManifest(store);
  if (text === undefined) return undefined;
  const read = factsOfText(text);
  if (read === "damaged") throw new BackupDamaged(`${NAME} in ${store.place} is damaged; restore from another copy`);
  const { format, closed, last, ...facts } = read.facts as Facts;
  if (format > FORMAT) throw new WrittenByNewer(`the backup in ${store.place}`, `format ${format}`, FORMAT);
  const index = await getObject(store, closed);
  if (index === undefined) {
    // One that follows may have put another one meanwhile.
    if ((await textOfManifest(store)) !== text) return readManifest(store);
    throw new BackupDamaged(`objects/${closed} is missing in ${store.place}; restore from another copy`);
  }
  const segments = JSON.parse(new TextDecoder().decode(index)) as SegmentEntry[];
  return { text, manifest: { ...facts, segments: [...segments, last] } };
}

/**
 * Puts a manifest in place of the former one.
 * @param former the text that is expected there
 * @returns its text, and the hash of the object beside it
 * @throws {Fault} when another one is there
 */
export async function writeManifest(
  store: Store,
  objects: Objects,
  { segments, ...facts }: Manifest,
  former: string | undefined,
): Promise<{ readonly text: string; readonly closed: string }> {
  const closed = await objects.put(new TextEncoder().encode(JSON.stringify(segments.slice(0, -1))));
  const text = textOfFacts({ ...facts, format: FORMAT, closed, last: segments.at(-1)! } satisfies Facts);
  if ((await textOfManifest(store)) !== former) {
    throw new Fault(`another backup writes to ${store.place}: end one of them, or give each a place of its own`);
  }
  await store.put(NAME, new TextEncoder().encode(text));
  return { text, closed };
}

/** Hashes of all objects that are needed for it, but for the one that `writeManifest` returns. */
export function objectsOf({ segments, files }: Manifest): Set<string> {
  return new Set([...segments, ...files].flatMap(({ pieces }) => pieces));
}

async function textOfManifest(store: Store): Promise<string | undefined> {
  const bytes = await store.get(NAME);
  return bytes && new TextDecoder().decode(bytes);
}
