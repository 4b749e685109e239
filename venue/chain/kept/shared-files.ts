// Passes the leading node's files about a chain on to the next leader: each file is stored as a note of the venue, which
// the next leader writes into its own directory before it begins. So whatever an operator has accepted stays accepted,
// and nothing already processed is read again.
//
// A file that says how far reading has come (a place) must never be ahead of the facts derived up to there: places are
// read first and stored last.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SharedNotes } from "@evermark/core/cluster/host/index.ts";
import { replaceDurably } from "./replace-durably.ts";

interface SharedFilesParts {
  readonly notes: Pick<SharedNotes, "take" | "keep">;
  readonly subject: string;
  readonly directory: string;
  /** Match the names of files with derived facts, and of files that say how far reading has come. */
  readonly facts: RegExp;
  readonly places: RegExp;
}

export class SharedFiles {
  readonly #parts: SharedFilesParts;
  /** What the notes contain, by file name. */
  #kept = new Map<string, string>();
  /** Steps run one after another: an earlier read must not be stored after a later one. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: SharedFilesParts) {
    this.#parts = parts;
  }

  /** This node begins to lead. @returns whether its files are now its predecessor's, or its own where there was none */
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

  /** Stores changed files. @returns whether all of them are stored */
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

  /** The files in the order in which they have to be stored. */
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

/** Null for a file that is not there, or has just been removed. */
async function textIn(directory: string, name: string): Promise<string | null> {
  return readFile(join(directory, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}
