// `manifest.json` says what a backup holds. It is put last, in one piece: until then the previous one is in force, and
// nothing that it names has been touched. The list of closed segments, of which there are thousands after years, is an
// object of its own, because the manifest is rewritten up to twice a second while a backup follows.

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
  /** The hash of the chain at its last record, in hexadecimal. */
  readonly hash: string;
}

export interface Manifest {
  /** The name of the venue that was copied (genesis-file.ts). */
  readonly venue: string;
  /** When this was everything durable, by the machine's clock, in milliseconds. */
  readonly takenAt: number;
  /** The first position that the journal must hold. */
  readonly oldest: number;
  /** The last segment may still grow. */
  readonly segments: readonly SegmentEntry[];
  readonly files: readonly FileEntry[];
}

interface Facts extends Omit<Manifest, "segments"> {
  readonly format: number;
  /** Hash of the object that lists the closed segments. */
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
    // A following backup may have put another manifest in the meantime.
    if ((await textOfManifest(store)) !== text) return readManifest(store);
    throw new BackupDamaged(`objects/${closed} is missing in ${store.place}; restore from another copy`);
  }
  const segments = JSON.parse(new TextDecoder().decode(index)) as SegmentEntry[];
  return { text, manifest: { ...facts, segments: [...segments, last] } };
}

/**
 * Puts a manifest in place of the previous one.
 * @param former the text that is expected there
 * @returns the new text, and the hash of the object with the closed segments
 * @throws {Fault} when another text is there
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

/** Hashes of all objects that a manifest needs, except for the list of closed segments (`writeManifest` returns its hash). */
export function objectsOf({ segments, files }: Manifest): Set<string> {
  return new Set([...segments, ...files].flatMap(({ pieces }) => pieces));
}

async function textOfManifest(store: Store): Promise<string | undefined> {
  const bytes = await store.get(NAME);
  return bytes && new TextDecoder().decode(bytes);
}
