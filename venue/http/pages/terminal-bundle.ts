// Bundles a page, the terminal or the operator's console, for browsers: one script to start with, others when they are needed,
// one style sheet, one font. File names carry a hash of the content.

import { join } from "node:path";
import { version as SWC_VERSION } from "@swc/wasm/package.json";
import type { BundledFile } from "./bundled-file.ts";
import { ShippedFonts } from "./shipped-fonts.ts";
import { spareInterface } from "./spare-interface.ts";
import { spareLibraries } from "./spare-libraries.ts";
import { TextCache } from "./text-cache.ts";

/** The folder with the sources of both pages. */
const ROOM = join(import.meta.dir, "../../../terminal");
/** The entry script of each page, and the path under which browsers request its files. */
const PAGES = {
  terminal: { begin: "main", folder: "/terminal/" },
  console: { begin: "operator", folder: "/operator/files/" },
} as const;

export type PageName = keyof typeof PAGES;

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** A cache next to the packages, so that it is deleted with them. */
const KEPT = join(import.meta.dir, "../../../node_modules/.cache/evermark-terminal");
const SWC = {
  module: true,
  compress: { ecma: 2020, passes: 3 },
  mangle: { toplevel: true },
} as const;

export interface Bundle {
  readonly outputs: readonly BundledFile[];
  readonly entry: Entry;
}

/** The paths of the files that the page starts with. */
export interface Entry {
  readonly script: string;
  readonly style: string;
  readonly font: string;
}

interface ToBundle {
  /** Whether the scripts are fully minified, which takes ten times as long. */
  readonly isSmall: boolean;
  /** The terminal when absent. */
  readonly page?: PageName;
}

export async function bundled({ isSmall, page = "terminal" }: ToBundle): Promise<Bundle> {
  const { begin, folder } = PAGES[page];
  const fonts = new ShippedFonts(folder);
  const { outputs } = await Bun.build({
    entrypoints: [join(ROOM, `${begin}.tsx`)],
    target: "browser",
    minify: true,
    plugins: [spareInterface, spareLibraries, fonts.plugin],
    splitting: true,
    naming: "[name]-[hash].[ext]",
    publicPath: folder,
    define: { "process.env.NODE_ENV": '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" },
  });
  const kept = new TextCache(KEPT);
  const files = await Promise.all(
    outputs.map(async (output) => ({
      kind: output.kind,
      path: folder + output.path.replace(/^\.?\//, ""),
      bytes: bytesOf(isSmall ? await smallest(output.path, await output.text(), kept) : await output.text()),
      type: TYPES[/\.\w+$/.exec(output.path)?.[0] ?? ""] ?? "application/octet-stream",
    })),
  );
  if (isSmall) kept.tidy();
  const script = files.find(({ kind }) => kind === "entry-point");
  // Scripts that are loaded later may bring style sheets of their own; the page starts with the one named after its entry script.
  const style = files.find(({ type, path }) => type === TYPES[".css"] && path.startsWith(`${folder}${begin}-`));
  const [font] = fonts.files;
  if (script === undefined || style === undefined || font === undefined) {
    throw new Error("the bundle has no script, no style sheet or no font");
  }
  return {
    outputs: [...files, ...fonts.files],
    entry: { script: script.path, style: style.path, font: font.path },
  };
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Compresses a file as it is sent. It is done once for all browsers, so at the slowest level, 3 % smaller than zlib's. */
export function packed(content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return Bun.gzipSync(content, { library: "libdeflate", level: 12 });
}

/**
 * Minifies a bundled script once more: the bundler gives the shortest names to what comes first, this minifier to what is used
 * most often, which saves a twentieth of the compressed size.
 */
function smallest(path: string, text: string, kept: TextCache): Promise<string> | string {
  if (!path.endsWith(".js")) return text;
  const source = JSON.stringify([SWC_VERSION, SWC, text]);
  return kept.of(source, async () => {
    const { minifySync } = await import("@swc/wasm");
    const { code } = minifySync(text, SWC);
    return [...new Set(text.match(NOTICE)), code].join("\n");
  });
}

/** Licence notices of libraries, which must stay with them: the only comments that the bundler keeps. */
const NOTICE = /\/\*[!*\s][^*]*(?:\*(?!\/)[^*]*)*\*\//g;
