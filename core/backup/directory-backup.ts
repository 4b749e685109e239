// Copies a venue's data directory while the venue runs, from a process that takes no lock there and writes nothing there.
// It promises:
//   - What the manifest names is whole: records were checked along the hash chain before they counted, and every object is
//     named by its hash. The manifest is put last; until then the previous one is in force, and nothing that it names is
//     touched.
//   - A restored venue starts where the copy ends: the copy holds the records up to a mark that called them durable, and
//     beside them only files that go no further.
//   - It never loses what it had: another venue, or a journal that no longer has what was copied, is refused.
//
// An object that no manifest names any more is deleted one manifest later. So a reader of the previous manifest, for
// instance a restore, can finish in the meantime, and another backup that writes to the same place is noticed by its
// manifest before it misses anything.

import { Fault } from "@evermark/engine";
import { type Disk, realDisk } from "@evermark/journal";
import { isMissing } from "@evermark/journal/journal-disk.ts";
import { readOldestKept } from "@evermark/journal/prune.ts";
import type { DataPaths } from "../data-directory.ts";
import { readGenesis } from "../genesis-file.ts";
import { type Surroundings, SurroundingsCopier } from "./backup-surroundings.ts";
import { copySegments } from "./durable-segments.ts";
import { type Manifest, objectsOf, readManifest, type SegmentEntry, writeManifest } from "./manifest.ts";
import { Objects } from "./objects.ts";
import type { Store } from "./store.ts";

export interface BackupSource {
  readonly paths: DataPaths;
  readonly disk?: Disk;
  /** The machine's clock, in milliseconds. */
  readonly now?: () => number;
  /** Waits before looking again at files that the venue is changing. */
  readonly pause?: () => Promise<void>;
}

/** What a store holds after it was brought up to date. */
export interface BackupReport {
  readonly venue: string;
  /** Position of the last command. */
  readonly position: number;
  readonly segments: number;
  readonly files: number;
  /** What had to be put to get there. */
  readonly newObjects: number;
  readonly newBytes: number;
}

const PAUSE_MS = 50;

export class Backup {
  readonly #paths: DataPaths;
  readonly #disk: Disk;
  readonly #now: () => number;
  readonly #store: Store;
  readonly #objects: Objects;
  readonly #copier: SurroundingsCopier;
  readonly #venue: string;
  /** The manifest in force, as its text. */
  #text: string | undefined;
  #manifest: Manifest | undefined;
  #closed: string | undefined;
  /** Segments of the manifest in force, up to the first with a missing object. */
  #segments: readonly SegmentEntry[];
  #around: Surroundings | undefined;
  /** How the directory looked when `#around` was last copied. */
  #glance = "";
  #copying: Promise<void> | undefined;
  #failure: Error | undefined;
  /** Hashes of objects that no manifest needs any more. */
  #garbage = new Set<string>();

  private constructor({ paths, disk, now, pause }: Required<BackupSource>, parts: OpenedStore) {
    this.#paths = paths;
    this.#disk = disk;
    this.#now = now;
    this.#store = parts.store;
    this.#objects = parts.objects;
    this.#copier = new SurroundingsCopier(paths, disk, parts.objects, pause);
    this.#venue = parts.venue;
    this.#text = parts.found?.text;
    this.#manifest = parts.found?.manifest;
    const segments = this.#manifest?.segments ?? [];
    const firstBad = segments.findIndex((segment) => !parts.objects.holds(segment));
    this.#segments = firstBad === -1 ? segments : segments.slice(0, firstBad);
    // Objects left by an interrupted run may be of use to this one first.
    for (const hash of parts.objects.hashes) this.#garbage.add(hash);
  }

  /** @throws {Fault} when the directory holds no venue, or the store holds another one's backup */
  static async open(source: BackupSource, store: Store): Promise<Backup> {
    const whole = { disk: realDisk, now: Date.now, pause: () => Bun.sleep(PAUSE_MS), ...source };
    const venue = readGenesis(whole.paths, whole.disk);
    if (venue === "missing" || venue === "damaged") {
      throw new Fault(`${whole.paths.genesis} is ${venue}: nothing says which venue this is; start it first`);
    }
    const found = await readManifest(store);
    if (found !== undefined && found.manifest.venue !== venue) {
      throw new Fault(
        `${store.place} holds the backup of venue ${found.manifest.venue.slice(0, 12)}, and ${whole.paths.genesis} is of ` +
          `venue ${venue.slice(0, 12)}: choose another place`,
      );
    }
    return new Backup(whole, { store, objects: await Objects.open(store), venue, found });
  }

  /** Brings the copy up to what is durable now. */
  async run(): Promise<BackupReport> {
    const { count, bytes } = this.#objects;
    await this.#copyAround();
    const grown = await this.#grown();
    await this.#commit(grown);
    return {
      venue: this.#venue,
      position: grown.segments.at(-1)!.position,
      segments: grown.segments.length,
      files: grown.around.files.length,
      newObjects: this.#objects.count - count,
      newBytes: this.#objects.bytes - bytes,
    };
  }

  /**
   * Like `run`, for a caller that repeats it all the time: the journal's copy does not wait for a large snapshot, which is
   * copied concurrently.
   * @returns the position up to which the copy goes
   */
  async step(): Promise<number> {
    if (this.#failure !== undefined) {
      const failure = this.#failure;
      this.#failure = undefined;
      throw failure;
    }
    if (this.#around === undefined) await this.#copyAround();
    else if (this.#copying === undefined && this.#copier.glance() !== this.#glance) this.#beginCopying();
    const grown = await this.#grown();
    if (this.#isNews(grown)) await this.#commit(grown);
    return grown.segments.at(-1)!.position;
  }

  /** Waits for the copying that is under way. */
  async close(): Promise<void> {
    await this.#copying;
  }

  #beginCopying(): void {
    this.#copying = this.#copyAround()
      .catch((error: Error) => {
        this.#failure = error;
      })
      .finally(() => {
        this.#copying = undefined;
      });
  }

  async #copyAround(): Promise<void> {
    const glance = this.#copier.glance();
    this.#around = await this.#copier.copy(this.#around?.files ?? this.#manifest?.files ?? []);
    this.#glance = glance;
  }

  async #grown(): Promise<NextManifest> {
    const { journal: directory } = this.#paths;
    for (let before = 0; ; ) {
      // Taken before the mark is read, so that its files do not go further than the journal.
      const around = this.#around!;
      const { oldest } = around;
      try {
        const source = { directory, disk: this.#disk };
        const copied = await copySegments(source, this.#objects, this.#segments, oldest);
        const segments = copied.filter(({ first }) => first >= oldest);
        if (segments[0]?.first === oldest) return { around, segments };
        if (oldest === before)
          throw new Fault(`no segment of the journal in ${directory} begins at position ${oldest}`);
        before = oldest;
      } catch (error) {
        if (!isMissing(error) || readOldestKept(this.#disk, directory) === oldest) throw error;
      }
      // The journal was pruned in the meantime, and with it the records that follow the copied snapshots.
      await (this.#copying ?? this.#copyAround());
    }
  }

  #isNews({ around, segments }: NextManifest): boolean {
    const { files, oldest, segments: former } = this.#manifest ?? {};
    if (files !== around.files || oldest !== around.oldest) return true;
    return former?.at(-1)?.hash !== segments.at(-1)?.hash;
  }

  async #commit({ around: { oldest, files }, segments }: NextManifest): Promise<void> {
    const manifest: Manifest = { venue: this.#venue, takenAt: this.#now(), oldest, segments, files };
    const { text, closed } = await writeManifest(this.#store, this.#objects, manifest, this.#text);
    const former = this.#named();
    this.#text = text;
    this.#manifest = manifest;
    this.#closed = closed;
    this.#segments = segments;
    await this.#tidy(former, this.#named());
  }

  /** Deletes the objects that neither the previous manifest nor the one in force names. */
  async #tidy(former: ReadonlySet<string>, named: ReadonlySet<string>): Promise<void> {
    const isNeeded = new Set([...former, ...named, ...(this.#around?.files ?? []).flatMap(({ pieces }) => pieces)]);
    // A copy in progress counts on every object that is there.
    for (const hash of this.#copying === undefined ? this.#garbage : []) {
      if (!isNeeded.has(hash)) await this.#objects.delete(hash);
      this.#garbage.delete(hash);
    }
    for (const hash of former) if (!named.has(hash)) this.#garbage.add(hash);
  }

  #named(): Set<string> {
    const named = this.#manifest === undefined ? new Set<string>() : objectsOf(this.#manifest);
    return this.#closed === undefined ? named : named.add(this.#closed);
  }
}

/** The content of the next manifest: the journal goes at least as far as the files beside it. */
interface NextManifest {
  readonly around: Surroundings;
  readonly segments: readonly SegmentEntry[];
}

interface OpenedStore {
  readonly store: Store;
  readonly objects: Objects;
  readonly venue: string;
  readonly found: { readonly text: string; readonly manifest: Manifest } | undefined;
}
