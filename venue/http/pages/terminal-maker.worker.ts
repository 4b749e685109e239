// The entry of the thread that bundles the terminal, and then ends.

import { gzipSync, hash } from "bun";
import type { ServedFile } from "./file-site.ts";
import { keepTerminal, type MadeTerminal } from "./kept-terminal.ts";
import { bundled, packed } from "./terminal-bundle.ts";

declare const self: Worker;

/** What is asked of the thread. */
export interface ToBundle {
  readonly isSmall: boolean;
}

self.onmessage = async ({ data: { isSmall } }: MessageEvent<ToBundle>) => {
  try {
    const { outputs, entry } = await bundled({ isSmall });
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
    keepTerminal(made);
    self.postMessage(made);
  } catch (error) {
    self.postMessage({ failure: `the terminal could not be made: ${error instanceof Error ? error.message : error}` });
  }
};
