// `evermark backup`: copies what a venue needs to another place, while the venue runs and without contacting it. With
// `--follow` it keeps the copy up to date until it is asked to end.

import { dataPaths, holdsNoVenue } from "@evermark/core";
import { Backup, follow, openStore } from "@evermark/core/backup/index.ts";
import type { Command } from "commander";
import { placeOf } from "../backup-place.ts";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { listenForEnd } from "../signals.ts";

export function addBackup(program: Command): void {
  const command = program
    .command("backup")
    .description(
      "copy everything that a venue needs to a directory or a bucket, while it runs; only what is new is copied",
    )
    .argument("[place]", "a directory, or s3://bucket/prefix (default: backup.place of the configuration)")
    .option("--follow", "continue until stopped, staying at most a second behind")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(place: string | undefined, values: FlagValues): Promise<void> {
  const configuration = configurationFrom(values);
  const { dataDirectory } = configuration;
  if (holdsNoVenue(dataDirectory)) {
    throw new CommandMistake(`data: ${dataDirectory} holds no venue; expected the data directory of one`);
  }
  // The copy, like the data directory, is readable by its user alone.
  process.umask(0o077);
  const store = openStore(placeOf(place, configuration));
  try {
    const backup = await Backup.open({ paths: dataPaths(dataDirectory) }, store);
    if (values.follow === true) await following(backup);
    else await once(backup, store.place, values.json === true);
  } finally {
    store.close();
  }
}

async function once(backup: Backup, place: string, asJson: boolean): Promise<void> {
  const done = await backup.run();
  const { venue, position, segments, files, newObjects, newBytes } = done;
  const lines = [
    `venue      ${venue}`,
    `position   ${position}`,
    `new        ${newBytes} bytes in ${newObjects} objects`,
    `${place} holds everything that was durable: ${segments} segments and ${files} other files`,
  ];
  print({ data: { ...done, place }, lines }, asJson);
}

async function following(backup: Backup): Promise<void> {
  const end = new AbortController();
  listenForEnd().then(() => end.abort());
  await follow({ backup, end: end.signal, say: (line) => process.stdout.write(`${line}\n`) });
}
