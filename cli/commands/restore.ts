// `evermark restore`: makes a data directory from a backup, on which a venue can start.

import { type DataPaths, lockDataDirectory } from "@evermark/core";
import { type Point, readStore, restore } from "@evermark/core/backup/index.ts";
import { Fault } from "@evermark/engine";
import { keptPosition } from "@evermark/venue/history/history-inside.ts";
import type { Command } from "commander";
import { placeOf } from "../backup-place.ts";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";

export function addRestore(program: Command): void {
  const command = program
    .command("restore")
    .description("restore a backup into a data directory, which must be new or empty")
    .argument("[place]", "a directory, or s3://bucket/prefix (default: backup.place of the configuration)")
    .option("--at <point>", "a journal position, or a time such as 2026-05-20T07:12:00Z: nothing after it is restored")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(place: string | undefined, values: FlagValues): Promise<void> {
  const configuration = configurationFrom(values);
  const { dataDirectory } = configuration;
  const point = values.at === undefined ? undefined : pointOf(String(values.at));
  const lock = lockDataDirectory(dataDirectory);
  try {
    const restored = await restore(readStore(placeOf(place, configuration)), dataDirectory, {
      point,
      look: assertHistory,
    });
    const { venue, position, hash, bytes, takenAt } = restored;
    const lines = [
      `venue      ${venue}`,
      `position   ${position}`,
      `hash       ${hash}`,
      `taken      ${new Date(takenAt).toISOString()}`,
      `restored: ${bytes} bytes, all of them as they were copied; start the venue on ${dataDirectory}`,
      ...(point === undefined ? [] : [`everything after position ${position} in the backup was left out`]),
      "With a chain: withdrawals that were paid after it was taken are not in it. Payments stop until you have looked at each",
      "(evermark operator custody; docs/operations.md, Backup and restore)",
    ];
    print({ data: restored, lines }, values.json === true);
  } finally {
    lock.release();
  }
}

/** @throws {CommandMistake} */
function pointOf(said: string): Point {
  if (/^\d{1,15}$/.test(said)) return { position: Number(said) };
  // A time without a zone would mean a different moment on another machine.
  const time = /[Zz]$|[+-]\d\d:?\d\d$/.test(said) ? Date.parse(said) : Number.NaN;
  if (!Number.isNaN(time)) return { time };
  throw new CommandMistake(`at: "${said}"; expected a journal position, or a time such as 2026-05-20T07:12:00Z`);
}

/**
 * Where the journal was pruned, history can only be rebuilt from its kept copy, and that copy is of no use to a journal
 * that ends before it.
 */
function assertHistory({ keptHistory }: DataPaths, position: number): void {
  const kept = keptPosition(keptHistory);
  if (kept <= position) return;
  throw new Fault(
    `the journal was pruned, and the copy of history goes to position ${kept}; expected that point or a later one`,
  );
}
