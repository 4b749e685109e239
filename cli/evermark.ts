// The `evermark` program. Parses the command line, runs one command, and exits with 0, or with 1 and one line that says
// what went wrong.

import { explain } from "./explain.ts";
import { evermarkProgram } from "./program.ts";

// The reader of the output may stop reading (`evermark watch … | head`): then there is nothing left to do.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  await (await evermarkProgram(process.argv[2])).parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
