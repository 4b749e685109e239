// What the node that leads keeps of a chain in its directory, for the next one that leads: each file as a note of the venue's, which
// that one writes into its own directory before it begins. So what an operator has accepted stays accepted, and nothing is read again
// that was dealt with.
//
// A file that says how far all is dealt with must never be ahead of what came of that: such files are read first and kept last.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SharedNotes } from "@evermark/core/cluster/host/index.ts";
import { replaceDurably } from "./replace-durably.ts";

interface SharedFilesParts {
  readonly notes: Pick<SharedNotes, "take" | "keep">;
  readonly subject: string;
  readonly directory: string;
  /** Of those that say what came of what was read, and of those that say how far that is. */
  readonly facts: RegExp;
  readonly places: RegExp;
}

export class SharedFiles {
  readonly #parts: SharedFilesParts;
  /** What the notes have, by name. */
  #kept = new Map<string, string>();
  /** One after the other: what was read before must not be kept behind what was read later. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: SharedFilesParts) {
    this.#parts = parts;
  }

  /** This node begins to lead. @returns whether its files are those of its predecessor; its own where there was none */
  take(): Promise<boolean> {
    return this.#inTurn(async () => {
      const { notes, subject, directory } = this.#parts;
      const taken = await notes.take(subject);
      if (taken === null) return false;
      for (const [name, text] of taken) {
        if (!this.#isShared(name)) continue;
        if ((await textIn(directory, name)) !== text) await replaceDurably(join(directory, name), text);
      }
      this.#kept = new Map(taken);
      return true;
    });
  }

  /** Keeps what has changed. @returns whether all of it is kept */
  share(): Promise<boolean> {
    return this.#inTurn(async () => {
      const { notes, subject } = this.#parts;
      for (const [name, text] of await this.#texts()) {
        if (this.#kept.get(name) === text) continue;
        if (!(await notes.keep(subject, name, text))) return false;
        this.#kept.set(name, text);
      }
      return true;
    });
  }

  /** In the order in which they are to be kept. */
  async #texts(): Promise<[name: string, text: string][]> {
    const { directory, facts, places } = this.#parts;
    const names = await readdir(directory);
    const read = async (which: RegExp) => {
      const found: [string, string][] = [];
      for (const name of names.filter((each) => which.test(each)).sort()) {
        const text = await textIn(directory, name);
        if (text !== null) found.push([name, text]);
      }
      return found;
    };
    const placesFirst = await read(places);
    return [...(await read(facts)), ...placesFirst];
  }

  #isShared(name: string): boolean {
    const { facts, places } = this.#parts;
    return facts.test(name) || places.test(name);
  }

  #inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(step);
    this.#last = done.catch(() => {});
    return done;
  }
}

/** Null for a file that is not there, or was taken away just now. */
async function textIn(directory: string, name: string): Promise<string | null> {
  return readFile(join(directory, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}
