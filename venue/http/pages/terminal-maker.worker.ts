// The entry of a thread that bundles a page and then ends. The terminal is cached for the next start.

import { gzipSync, hash } from "bun";
import { keepTerminal, type MadeTerminal } from "./cached-terminal.ts";
import type { ServedFile } from "./file-site.ts";
import { bundled, type PageName, packed } from "./terminal-bundle.ts";

declare const self: Worker;

/** The thread's task. */
export interface ToBundle {
  readonly isSmall: boolean;
  readonly page: PageName;
}

self.onmessage = async ({ data: { isSmall, page } }: MessageEvent<ToBundle>) => {
  try {
    const { outputs, entry } = await bundled({ isSmall, page });
    const files = new Map<string, ServedFile>();
    for (const { path, bytes, type } of outputs) {
      files.set(path, {
        bytes,
        gzipped: isSmall ? packed(bytes) : gzipSync(bytes),
        tag: `"${hash(bytes).toString(36)}"`,
        type,
        isForever: true,
      });
    }
    const made: MadeTerminal = { files, entry, isSmall };
    if (page === "terminal") keepTerminal(made);
    self.postMessage(made);
  } catch (error) {
    self.postMessage({ failure: `the ${page} could not be built: ${error instanceof Error ? error.message : error}` });
  }
};
