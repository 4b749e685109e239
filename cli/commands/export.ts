// `evermark export`: makes a data directory from the venue that several nodes keep in PostgreSQL; a venue in a single
// process can start on it.

import { lockDataDirectory } from "@evermark/core";
import { databaseAt, exportJournal } from "@evermark/core/cluster/move/index.ts";
import type { Command } from "commander";
import { linesOf, moveFrom, sayProgress } from "../cluster-move.ts";
import { addConfigurationOptions, type FlagValues } from "../configuration-options.ts";
import { print } from "../report.ts";

export function addExport(program: Command): void {
  const command = program
    .command("export")
    .description("copy the journal of a venue of several nodes into a data directory, which must be new or empty")
    .option("--running", "copy a venue that keeps running, up to what is confirmed now")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(values: FlagValues): Promise<void> {
  const { url, configuration } = moveFrom(values);
  const { dataDirectory, journal } = configuration;
  const lock = lockDataDirectory(dataDirectory);
  try {
    const { segmentBytes } = journal;
    const isRunning = values.running === true;
    const exported = await exportJournal({ url, dataDirectory, segmentBytes, isRunning, onProgress: sayProgress() });
    const { unconfirmed } = exported;
    const lines = [
      ...linesOf(exported),
      ...(unconfirmed === 0 ? [] : [`left out   ${unconfirmed} batches that were not confirmed`]),
      isRunning
        ? `exported: ${dataDirectory} is a copy. The venue is still the one at ${databaseAt(url)}`
        : `exported: start the venue on ${dataDirectory}, and start no more nodes at ${databaseAt(url)}`,
    ];
    print({ data: exported, lines }, values.json === true);
  } finally {
    lock.release();
  }
}
