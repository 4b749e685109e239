// `evermark restore`: makes a data directory of a backup, one that a venue starts on.

import { lockDataDirectory } from "@evermark/core";
import { readStore, restore } from "@evermark/core/backup/index.ts";
import type { Command } from "commander";
import { placeOf } from "../backup-place.ts";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { print } from "../report.ts";

export function addRestore(program: Command): void {
  const command = program
    .command("restore")
    .description("make a data directory of a backup; it must be new or empty")
    .argument("[place]", "a directory, or s3://bucket/prefix (default: backup.place of the configuration)")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(place: string | undefined, values: FlagValues): Promise<void> {
  const configuration = configurationFrom(values);
  const { dataDirectory } = configuration;
  const lock = lockDataDirectory(dataDirectory);
  try {
    const restored = await restore(readStore(placeOf(place, configuration)), dataDirectory);
    const { venue, position, hash, bytes, takenAt } = restored;
    const lines = [
      `venue      ${venue}`,
      `position   ${position}`,
      `hash       ${hash}`,
      `taken      ${new Date(takenAt).toISOString()}`,
      `restored: ${bytes} bytes, every one of them what was copied; start the venue on ${dataDirectory}`,
      "With a chain: withdrawals that were paid after it was taken are not in it. Payments stop until you have looked at each",
      "(evermark operator custody; docs/operations.md, Backup and restore)",
    ];
    print({ data: restored, lines }, values.json === true);
  } finally {
    lock.release();
  }
}
