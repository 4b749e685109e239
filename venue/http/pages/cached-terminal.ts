// Caches the terminal that an earlier start has built: it is served at once, unless any of its sources has changed since.
// Checking that reads all sources, which takes a hundredth of the time of a build.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CryptoHasher, Glob } from "bun";
import type { ServedFile } from "./file-site.ts";
import type { Entry } from "./terminal-bundle.ts";
import { TextCache } from "./text-cache.ts";

/** The terminal's files by path. */
export interface MadeTerminal {
  readonly files: ReadonlyMap<string, ServedFile>;
  readonly entry: Entry;
  /** Fully minified; otherwise it could be about a twentieth smaller. */
  readonly isSmall: boolean;
}

/** The same as JSON; bytes in base64. */
interface Written extends Omit<MadeTerminal, "files"> {
  readonly files: readonly {
    readonly path: string;
    readonly type: string;
    readonly tag: string;
    readonly bytes: string;
    readonly gzipped: string;
  }[];
}

const ROOT = join(import.meta.dir, "../../..");
/** Next to the packages, so that it is deleted with them. */
const KEPT = join(ROOT, "node_modules/.cache/evermark-page");
/** What it is built from, and what builds it. The lock file has the packages with their versions. */
const SOURCES = [
  "{client,interface,terminal}/**/*.{ts,tsx,css,json,woff2}",
  "venue/http/pages/*.ts",
  "package-lock.json",
  "tsconfig.json",
];
const TESTS = /\.test\.tsx?$|(^|\/)node_modules\//;

/** Undefined if no complete terminal is cached that was built from the present sources. */
export function cachedTerminal(folder = KEPT, root = ROOT): MadeTerminal | undefined {
  const text = new TextCache(folder).find(sourcesOf(root));
  if (text === undefined) return undefined;
  const { files, entry, isSmall } = JSON.parse(text) as Written;
  const served = files.map(({ path, type, tag, bytes, gzipped }): [string, ServedFile] => [
    path,
    { type, tag, bytes: bytesOf(bytes), gzipped: bytesOf(gzipped), isForever: true },
  ]);
  return { files: new Map(served), entry, isSmall };
}

export function keepTerminal({ files, entry, isSmall }: MadeTerminal, folder = KEPT, root = ROOT): void {
  const written: Written = {
    files: [...files].map(([path, { type, tag, bytes, gzipped }]) => ({
      ...{ path, type, tag },
      ...{ bytes: textOf(bytes), gzipped: textOf(gzipped) },
    })),
    entry,
    isSmall,
  };
  const kept = new TextCache(folder);
  kept.keep(sourcesOf(root), JSON.stringify(written));
  kept.tidy();
}

/** A hash of everything that a terminal depends on. */
function sourcesOf(root: string): string {
  const hasher = new CryptoHasher("sha256");
  hasher.update(Bun.version);
  for (const pattern of SOURCES) {
    for (const path of [...new Glob(pattern).scanSync(root)].sort()) {
      if (TESTS.test(path)) continue;
      hasher.update(`\n${path}\n`);
      hasher.update(readFileSync(join(root, path)));
    }
  }
  return hasher.digest("hex");
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "base64"));
