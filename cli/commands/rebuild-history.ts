// `evermark rebuild-history`: rebuilds the history tables of a stopped venue from its journal or, where the journal was
// pruned, from the kept copy. An existing history file is set aside; tables in PostgreSQL are dropped. Design 5.

import { rebuildHistory } from "@evermark/venue/history/history-inside.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { print } from "../report.ts";

export function addRebuildHistory(program: Command): void {
  const command = program
    .command("rebuild-history")
    .description("rebuild the history tables of a stopped venue")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(values: FlagValues): Promise<void> {
  const { dataDirectory, history } = configurationFrom(values);
  const showsProgress = process.stderr.isTTY === true;
  const show = (progress: { position: number; last: number }) => {
    if (showsProgress) process.stderr.write(`\r${progress.position} of ${progress.last} commands`);
  };
  const position = await rebuildHistory(dataDirectory, show, { retention: history.days, database: history.database });
  if (showsProgress) process.stderr.write("\n");
  print({ data: { position }, lines: [`history was rebuilt up to position ${position}`] }, values.json === true);
}
