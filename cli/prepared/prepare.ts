// Prepares a program: bundles its sources and those of its threads, and notes what they were (prepared-program.ts).

import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { type BunPlugin, randomUUIDv7 } from "bun";
import { hashOf, NEWEST, type Prepared, preparedName, preparedProgram, type Source } from "./prepared-program.ts";

export interface ToPrepare {
  readonly root: string;
  /** Where it is kept. */
  readonly kept: string;
  /** The file to begin with. Paths are from the root. */
  readonly program: string;
  /** What threads begin with. */
  readonly threads: readonly string[];
  /** Packages that stay what they are: what they load they look up when they run. */
  readonly apart: readonly string[];
  /** What else decides what the sources come to: how packages are found, and which. */
  readonly besides: readonly string[];
}

/** A venue that runs may still begin a thread of the one that it is; the names follow each other in time. */
const KEPT_MAX = 5;
/** What the system notes as the time of a change may be so far behind the clock. */
const TICK_MS = 50;

/**
 * Prepares it, unless it is.
 * @throws {Error} where that can't be: the place can't be written to, a source is wrong or is being written. The sources run then.
 */
export async function prepare(wanted: ToPrepare): Promise<void> {
  const { root, kept } = wanted;
  if (preparedProgram([], kept, root) !== undefined) return;
  const name = randomUUIDv7();
  mkdirSync(join(kept, name), { recursive: true });
  try {
    const written = join(kept, `${name}.json`);
    writeFileSync(written, JSON.stringify(await made(wanted, name)));
    renameSync(written, join(kept, NEWEST));
  } catch (error) {
    rmSync(join(kept, name), { recursive: true, force: true });
    throw error;
  }
  removeOld(kept);
}

async function made(wanted: ToPrepare, name: string): Promise<Prepared> {
  const { root, kept, program, threads, apart, besides } = wanted;
  const began = Date.now();
  const outdir = join(kept, name);
  const { outputs, metafile } = await Bun.build({
    entrypoints: [program, ...threads].map((path) => join(root, path)),
    ...{ root, outdir, target: "bun", splitting: true, metafile: true },
    // A stack names files and lines of the sources: right where all files lie in one folder, which is what maps are counted from.
    sourcemap: "linked",
    minify: { whitespace: true, syntax: true },
    naming: { entry: "[name].[ext]", chunk: "[name]-[hash].[ext]" },
    external: [...apart],
    plugins: [placesOfSources(wanted, outdir)],
  });
  const inputs = Object.keys(metafile!.inputs).map((path) => relative(root, join(process.cwd(), path)));
  const sources = [...inputs, ...besides].map((path) => sourceAt(root, path));
  const changed = sources.find(({ changedAt }) => changedAt > began - TICK_MS);
  if (changed !== undefined) throw new Error(`${changed.path} was written to just now`);
  return {
    bun: Bun.version,
    root,
    program: join(name, preparedName(program)),
    files: outputs.map(({ path, size }) => [relative(kept, path), size]),
    sources,
  };
}

function sourceAt(root: string, path: string): Source {
  const file = join(root, path);
  const { size, ctimeMs } = statSync(file);
  return { path, bytes: size, changedAt: ctimeMs, hash: hashOf(file) };
}

/** What a source says of its own place stays true, and a thread that it names is the one that was prepared beside it. */
function placesOfSources({ root, threads }: ToPrepare, outdir: string): BunPlugin {
  return {
    name: "places of sources",
    setup(build) {
      build.onLoad({ filter: /^(?!.*\/node_modules\/).*\.tsx?$/ }, async ({ path, loader }) => {
        const text = await Bun.file(path).text();
        const contents = text
          .replace(/new URL\("(\.\/[^"]+\.worker\.ts)", import\.meta\.url\)/g, (_, thread: string) => {
            const source = relative(root, join(dirname(path), thread));
            if (!threads.includes(source)) throw new Error(`${source} is no thread of the program`);
            return `new URL(${quoted(pathToFileURL(join(outdir, preparedName(source))).href)})`;
          })
          .replace(/\bimport\.meta\.url\b/g, quoted(pathToFileURL(path).href))
          .replace(/\bimport\.meta\.dir\b/g, quoted(dirname(path)))
          .replace(/\bimport\.meta\.path\b/g, quoted(path));
        return { contents, loader };
      });
    },
  };
}

const quoted = (text: string): string => JSON.stringify(text);

function removeOld(kept: string): void {
  const names = readdirSync(kept)
    .filter((name) => name !== NEWEST)
    .sort();
  for (const name of names.slice(0, -KEPT_MAX)) rmSync(join(kept, name), { recursive: true, force: true });
}
