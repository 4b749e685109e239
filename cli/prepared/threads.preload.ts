// For tests that run a venue in their own process: its worker threads run from the prepared program, as they do in a
// real venue.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { preparedName, preparedProgram } from "./prepared-program.ts";

const program = preparedProgram([]);
if (program !== undefined) {
  const folder = dirname(program);

  globalThis.Worker = class extends Worker {
    constructor(source: string | URL, options?: WorkerOptions) {
      const prepared = join(folder, preparedName(String(source)));
      super(existsSync(prepared) ? prepared : source, options);
    }
  };
}
