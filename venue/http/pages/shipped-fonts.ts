// Fonts that a style sheet refers to: they are files of their own, because the page's policy allows no font inside a style sheet.

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BunPlugin, hash } from "bun";
import type { BundledFile } from "./bundled-file.ts";

export class ShippedFonts {
  readonly files: BundledFile[] = [];
  readonly plugin: BunPlugin;

  /** @param folder the path under which browsers request them */
  constructor(folder: string) {
    this.plugin = {
      name: "shipped fonts",
      setup: (build) => {
        build.onResolve({ filter: /\.woff2$/ }, ({ path, resolveDir }) => {
          const bytes = new Uint8Array(readFileSync(join(resolveDir, path)));
          const named = `${folder}${basename(path, ".woff2")}-${hash(bytes).toString(36)}.woff2`;
          if (!this.files.some((known) => known.path === named)) {
            this.files.push({ path: named, bytes, type: "font/woff2" });
          }
          return { path: named, external: true };
        });
      },
    };
  }
}
