// The sizes of a data directory's parts, read at most once in ten seconds, because an old journal has many files.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DataPaths } from "@evermark/core";

const KEPT_MS = 10_000;
const SNAPSHOT = /^snapshot-(\d+)\.state$/;

interface Stored {
  readonly journal: { readonly bytes: number; readonly segments: number };
  readonly snapshot: { readonly position: number; readonly time: number } | null;
}

export class StoredBytes {
  readonly #paths: Pick<DataPaths, "journal" | "snapshots">;
  #found: Stored | undefined;
  #lookedAt = 0;

  constructor(paths: Pick<DataPaths, "journal" | "snapshots">) {
    this.#paths = paths;
  }

  journal(): Stored["journal"] {
    return { ...this.#stored().journal };
  }

  /** The newest snapshot; null before the first. */
  snapshot(): Stored["snapshot"] {
    return this.#stored().snapshot;
  }

  #stored(): Stored {
    const now = performance.now();
    if (this.#found === undefined || now - this.#lookedAt >= KEPT_MS) {
      this.#lookedAt = now;
      this.#found = { journal: this.#ofJournal(), snapshot: this.#newest() };
    }
    return this.#found;
  }

  #ofJournal(): Stored["journal"] {
    const { journal } = this.#paths;
    const names = namesIn(journal).filter((name) => name.startsWith("segment-"));
    const sizes = names.map((name) => statSync(join(journal, name), { throwIfNoEntry: false })?.size ?? 0);
    return { segments: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  }

  #newest(): Stored["snapshot"] {
    const { snapshots } = this.#paths;
    const name = namesIn(snapshots).findLast((each) => SNAPSHOT.test(each));
    const found = name === undefined ? undefined : statSync(join(snapshots, name), { throwIfNoEntry: false });
    if (name === undefined || found === undefined) return null;
    return { position: Number(SNAPSHOT.exec(name)![1]), time: Math.floor(found.mtimeMs) };
  }
}

/** Empty when there is no such directory, or it can't be read. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}
