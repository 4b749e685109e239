// The entry of the thread that bundles the terminal, and then ends.

import { hash } from "bun";
import type { ServedFile } from "./file-site.ts";
import { bundled, packed } from "./terminal-bundle.ts";

declare const self: Worker;

/** Files of the terminal by their paths. */
export interface MadeTerminal {
  readonly files: ReadonlyMap<string, ServedFile>;
  /** Scripts and styles that the page begins with. */
  readonly entry: { readonly script: string; readonly style: string };
}

self.onmessage = async () => {
  try {
    const { outputs, entry } = await bundled();
    const files = new Map<string, ServedFile>();
    for (const { path, text, type } of outputs) {
      const bytes = new TextEncoder().encode(text);
      files.set(path, {
        bytes,
        gzipped: packed(bytes),
        tag: `"${hash(bytes).toString(36)}"`,
        type,
        isForever: true,
      });
    }
    self.postMessage({ files, entry } satisfies MadeTerminal);
  } catch (error) {
    self.postMessage({ failure: `the terminal could not be made: ${error instanceof Error ? error.message : error}` });
  }
};
