// For tests that run a venue in their own process: its threads are those that were prepared, as they are where a venue runs.

import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { KEPT, preparedProgram, ROOT } from "./prepared-program.ts";

const program = preparedProgram([]);
if (program !== undefined) {
  const folder = join(KEPT, relative(KEPT, program).split("/")[0]!);

  globalThis.Worker = class extends Worker {
    constructor(source: string | URL, options?: WorkerOptions) {
      const url = String(source);
      const prepared = url.startsWith("file:")
        ? join(folder, relative(ROOT, fileURLToPath(url)).replace(/\.ts$/, ".js"))
        : "";
      super(existsSync(prepared) ? prepared : source, options);
    }
  };
}
