// The terminal as a start before this one has made it: served at once, unless anything that it is made from has changed
// since. Sources are read for that, which takes a hundredth of the time of making it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CryptoHasher, Glob } from "bun";
import type { ServedFile } from "./file-site.ts";
import { KeptTexts } from "./kept-texts.ts";
import type { Entry } from "./terminal-bundle.ts";

/** Files of the terminal by their paths. */
export interface MadeTerminal {
  readonly files: ReadonlyMap<string, ServedFile>;
  readonly entry: Entry;
  /** Written as small as it gets; else it could be a twentieth smaller. */
  readonly isSmall: boolean;
}

/** The same as text: bytes in base64. */
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
/** Beside the packages: it goes with them. */
const KEPT = join(ROOT, "node_modules/.cache/evermark-page");
/** What it is made from, and what makes it. Packages stand in the lock file, with their versions. */
const SOURCES = [
  "{client,interface,terminal}/**/*.{ts,tsx,css,json,woff2}",
  "venue/http/pages/*.ts",
  "package-lock.json",
  "tsconfig.json",
];
const TESTS = /\.test\.tsx?$|(^|\/)node_modules\//;

/** Undefined where none is kept that is whole and made from what there is now. */
export function keptTerminal(folder = KEPT, root = ROOT): MadeTerminal | undefined {
  const text = new KeptTexts(folder).find(sourcesOf(root));
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
  const kept = new KeptTexts(folder);
  kept.keep(sourcesOf(root), JSON.stringify(written));
  kept.tidy();
}

/** One text for all that a terminal depends on. */
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
