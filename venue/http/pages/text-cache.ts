// Caches texts that take a while to make on disk, by the hash of their source. If anything is wrong with the cache, a text is
// made again.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import { CryptoHasher } from "bun";

export class TextCache {
  readonly #folder: string;
  readonly #used = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * @param source everything that the text depends on
   * @param make called only if the text is not cached
   */
  async of(source: string, make: () => Promise<string>): Promise<string> {
    return this.find(source) ?? this.keep(source, await make());
  }

  /** Undefined if there is none, or it is damaged. */
  find(source: string): string | undefined {
    return read(this.#pathOf(source));
  }

  /** @returns the text */
  keep(source: string, text: string): string {
    const path = this.#pathOf(source);
    quietly(() => {
      mkdirSync(this.#folder, { recursive: true });
      writeFacts(path, text, false);
    });
    return text;
  }

  /** Deletes the texts of other versions: those that this object was not asked for. */
  tidy(): void {
    quietly(() => {
      for (const name of readdirSync(this.#folder)) {
        if (!this.#used.has(name)) rmSync(join(this.#folder, name));
      }
    });
  }

  #pathOf(source: string): string {
    const name = `${new CryptoHasher("sha256").update(source).digest("hex")}.json`;
    this.#used.add(name);
    return join(this.#folder, name);
  }
}

/** Undefined if there is none, or it is damaged. */
function read(path: string): string | undefined {
  return quietly(() => {
    const kept = readFacts(path);
    return typeof kept === "object" && typeof kept.facts === "string" ? kept.facts : undefined;
  });
}

function quietly<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
