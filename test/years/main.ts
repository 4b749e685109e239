// `npm run years`: runs a venue through a year within minutes, lets it delete old data, and shows its size at the end.
// Exits with code 1 if something is missing that should have stayed.

import { program, wholeNumber } from "@evermark/cli/command-line/command-line.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { liveFor } from "./years.ts";

interface Options {
  readonly days: number;
  readonly keep: number;
  readonly trades: number;
}

const { days, keep, trades } = program("npm run years --", "Runs a venue through a year within minutes.")
  .option("--days <number>", "venue days", wholeNumber, 365)
  .option("--keep <number>", "history.keep_days", wholeNumber, 30)
  .option("--trades <number>", "trades per hour", wholeNumber, 20)
  .parse()
  .opts<Options>();

using directory = temporaryDirectory();
const startedAt = performance.now();
const { rows, commands, rebuildMs } = await liveFor({
  ...{ directory: directory.path, days, keepDays: keep, trades },
  print: (line) => console.log(line),
});
for (const [table, [all, kept]] of Object.entries(rows)) console.log(`${table}: ${kept} of ${all} rows are kept`);
const seconds = (ms: number) => (ms / 1_000).toFixed(1);
console.log(
  `${commands} commands in ${seconds(performance.now() - startedAt)} s; rebuilt in ${seconds(rebuildMs)} s; all checks passed`,
);
