// The program as it was prepared from its sources (prepare.ts): few files in place of the 2,700 that a venue is made of, which a
// start would look for, read and translate each time. It is used as long as everything that it was made from
// is what it was, and nothing else decides that.

import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

export const ROOT = join(import.meta.dir, "../..");
/** Beside the packages: it goes with them. */
export const KEPT = join(ROOT, "node_modules/.cache/evermark-program");

/** A file that it was made from, its path from the root: if it was not written since, it need not be read. */
export interface Source {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970; anything that is written to a file moves it. */
  readonly changedAt: number;
  readonly hash: string;
}

export interface Prepared {
  readonly bun: string;
  /** Its files name others of the repository. */
  readonly root: string;
  /** What to run, in the folder that it is kept in, as are all its files. */
  readonly program: string;
  /** All files, and how long each is. */
  readonly files: readonly (readonly [path: string, bytes: number])[];
  readonly sources: readonly Source[];
}

/** Which of those that were prepared is the newest. */
export const NEWEST = "newest.json";

/**
 * Undefined where there is none, or not of these sources. With flags for Bun (`--preload`, `--inspect`, `--cpu-prof`) the
 * sources run: they are what is to be looked at.
 * @returns its path
 */
export function preparedProgram(flags: readonly string[] = process.execArgv, kept = KEPT, root = ROOT) {
  if (flags.length > 0) return undefined;
  try {
    const prepared = JSON.parse(readFileSync(join(kept, NEWEST), "utf8")) as Prepared;
    const { bun, program, files, sources } = prepared;
    if (bun !== Bun.version || prepared.root !== root) return undefined;
    if (!files.every(([path, bytes]) => statSync(join(kept, path)).size === bytes)) return undefined;
    return sources.every((source) => isSame(root, source)) ? join(kept, program) : undefined;
  } catch {
    return undefined;
  }
}

/** What a source that something begins with is called once it is prepared. */
export function preparedName(source: string): string {
  return `${basename(source, ".ts")}.js`;
}

function isSame(root: string, { path, bytes, changedAt, hash }: Source): boolean {
  const file = join(root, path);
  const { size, ctimeMs } = statSync(file);
  if (size !== bytes) return false;
  return ctimeMs === changedAt || hashOf(file) === hash;
}

export function hashOf(file: string): string {
  return Bun.hash(readFileSync(file)).toString(36);
}
