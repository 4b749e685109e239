// Texts that take a while to make, kept on disk by the hash of what they are made from. Whatever is wrong with that place,
// a text is made anew.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import { CryptoHasher } from "bun";

export class KeptTexts {
  readonly #folder: string;
  readonly #used = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * @param source all that the text depends on
   * @param make only called where the text is not there
   */
  async of(source: string, make: () => Promise<string>): Promise<string> {
    return this.find(source) ?? this.keep(source, await make());
  }

  /** Undefined where there is none that is whole. */
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

  /** What was not asked for since this began is of another version, and is deleted. */
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

/** Undefined where there is none that is whole. */
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
