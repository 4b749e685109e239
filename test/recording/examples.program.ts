// `npm run examples`: repeats the exchanges of the recording and stores them as the examples of the reference.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "@evermark/cli/command-line/command-line.ts";
import { record } from "./recording-run.ts";

const DIRECTORY = join(import.meta.dir, "..", "..", "interface", "documents", "recorded");

program("npm run examples", "Records the examples of the reference again, with a running venue.").parse();

for (const [name, part] of Object.entries(await record())) {
  writeFileSync(join(DIRECTORY, `${name}.json`), `${JSON.stringify(part, null, 2)}\n`);
}
