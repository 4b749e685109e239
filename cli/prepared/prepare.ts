// Prepares a program: bundles its sources and those of its threads, and records which sources it was made from
// (prepared-program.ts).

import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { type BunPlugin, randomUUIDv7 } from "bun";
import { hashOf, NEWEST, type Prepared, preparedName, preparedProgram, type Source } from "./prepared-program.ts";

export interface ToPrepare {
  readonly root: string;
  /** The directory of prepared programs. */
  readonly kept: string;
  /** The entry file; like all paths here, relative to the root. */
  readonly program: string;
  /** The entry files of worker threads. */
  readonly threads: readonly string[];
  /** Packages that are left out of the bundle, because they load files of their own at run time. */
  readonly apart: readonly string[];
  /** Other files that decide what the bundle contains: which packages there are, and how they are found. */
  readonly besides: readonly string[];
}

/**
 * How many prepared programs are kept: a running venue may still start a thread from the one it was started with. Their
 * names sort by time.
 */
const KEPT_MAX = 5;
/** The file system's time of a change may lag behind the clock by this much. */
const TICK_MS = 50;

/**
 * Prepares the program, unless it is prepared already.
 * @throws {Error} when the directory can't be written to, or a source is wrong or has just been written; the sources
 * run then
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
    // A stack trace names files and lines of the sources. The paths are right because all output files are in one
    // folder, from which source maps are resolved.
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

/**
 * Keeps `import.meta.url`, `dir` and `path` as those of the source, and redirects each worker's URL to the worker's
 * prepared file.
 */
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
