// The program as prepared from its sources (prepare.ts): a few files instead of the 2,700 that make up a venue, each of
// which a start would have to find, read and transpile. It is used as long as everything that it was made from is
// unchanged; nothing else decides that.

import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

export const ROOT = join(import.meta.dir, "../..");
/** Beside the packages, so that it is removed together with them. */
export const PREPARED_DIRECTORY = join(ROOT, "node_modules/.cache/evermark-program");

/**
 * A file that the program was made from, by its path from the root. If it was not written to since, it need not be
 * read.
 */
export interface Source {
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970, the file's ctime: every write changes it. */
  readonly changedAt: number;
  readonly hash: string;
}

export interface Prepared {
  readonly bun: string;
  /** The repository's path, since the prepared files contain paths in the repository. */
  readonly root: string;
  /** The entry file, in the folder that also holds all other files. */
  readonly program: string;
  /** All files with their lengths. */
  readonly files: readonly (readonly [path: string, bytes: number])[];
  readonly sources: readonly Source[];
}

/** The file that describes the newest prepared program. */
export const NEWEST = "newest.json";

/**
 * Undefined when no program was prepared, or not from these sources. With flags for Bun (`--preload`, `--inspect`,
 * `--cpu-prof`) the sources run, since they are what the flags are meant to examine.
 * @returns the path of the entry file
 */
export function preparedProgram(flags: readonly string[] = process.execArgv, kept = PREPARED_DIRECTORY, root = ROOT) {
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

/** The name of an entry file once it is prepared. */
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
