// `evermark import`: turns a stopped venue's journal into a venue of several nodes.

import { dataPaths, holdsNoVenue } from "@evermark/core";
import { databaseAt, importJournal } from "@evermark/core/cluster/move/index.ts";
import { findMissingData } from "@evermark/venue/operation/acts/missing-data.ts";
import type { Command } from "commander";
import { linesOf, moveFrom, sayProgress } from "../cluster-move.ts";
import { addConfigurationOptions, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { withStoppedVenue } from "../stopped-venue.ts";

export function addImport(program: Command): void {
  const command = program
    .command("import")
    .description("copy a stopped venue's journal into an empty PostgreSQL database, for a venue of several nodes")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(values: FlagValues): Promise<void> {
  const { url, configuration } = moveFrom(values);
  const { dataDirectory } = configuration;
  const imported = await withStoppedVenue(dataDirectory, () => importFrom(dataDirectory, url));
  const lines = [
    ...linesOf(imported),
    ...imported.warnings.map((warning) => `warning    ${warning}`),
    `imported: the database at ${databaseAt(url)} holds all of it. From now on, start ${dataDirectory} only as a node of it`,
  ];
  print({ data: imported, lines }, values.json === true);
}

async function importFrom(dataDirectory: string, url: string) {
  if (holdsNoVenue(dataDirectory)) {
    throw new CommandMistake(`data: ${dataDirectory} holds no venue; expected the data directory of one`);
  }
  const paths = dataPaths(dataDirectory);
  const { lastPosition, reasons } = findMissingData(paths);
  if (reasons.length > 0) {
    throw new CommandMistake(`data: ${reasons.join("; ")}: see evermark verify and docs/operations.md`);
  }
  return importJournal({ journal: paths.journal, lastPosition, url, now: Date.now(), onProgress: sayProgress() });
}
