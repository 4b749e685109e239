// `evermark verify`: checks the journal of a data directory record by record and along its hash chain, checks that no
// other file refers to records beyond it, and on request replays its commands. It changes nothing. Design 5.

import { type DataPaths, dataPaths, type Repetition, repeatJournal } from "@evermark/core";
import { Fault } from "@evermark/engine";
import { JournalCorrupt, type Verification, verifyJournal } from "@evermark/journal";
import { findMissingData } from "@evermark/venue/operation/acts/missing-data.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { print } from "../report.ts";
import { withStoppedVenue } from "../stopped-venue.ts";

export function addVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("check every record and the whole hash chain of a stopped venue's journal, and that it is complete")
    .option("--replay", "also replay every command, and compare digests and snapshots with the result")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(values: FlagValues): Promise<void> {
  const { dataDirectory } = configurationFrom(values);
  // If a venue were writing, the end of the journal would look unfinished.
  const found = await withStoppedVenue(dataDirectory, () => verified(dataDirectory, values.replay === true));
  const { missing, repetition, ...verification } = found;
  const { bad, records, firstPosition, lastPosition, hash } = verification;
  const isWhole = bad === undefined && missing.length === 0;
  const lines = [
    `records    ${records} (positions ${firstPosition} to ${lastPosition})`,
    `hash       ${hash}`,
    ...(bad === undefined ? [] : [`bad        ${bad.segment}, byte ${bad.byte}: ${bad.reason}`]),
    ...missing.map((reason) => `missing    ${reason}`),
    ...(isWhole ? ["verified: every record is what was written"] : []),
    ...(repetition === undefined ? [] : linesOf(repetition)),
  ];
  const data = { ...verification, missing, ...(repetition !== undefined && { repetition }) };
  print({ data, lines }, values.json === true);
  if (!isWhole || (repetition !== undefined && !isSame(repetition))) process.exitCode = 1;
}

interface Verified extends Verification {
  /** Why a start would be refused although all records present are good. */
  readonly missing: readonly string[];
  readonly repetition: Repetition | Unrepeatable | undefined;
}

/** Why the commands can't be replayed. */
interface Unrepeatable {
  readonly reason: string;
}

function verified(dataDirectory: string, replays: boolean): Verified {
  const paths = dataPaths(dataDirectory);
  const verification = verifyJournal(paths.journal);
  const isGood = verification.bad === undefined;
  return {
    ...verification,
    missing: isGood ? missingFrom(paths) : [],
    repetition: replays && isGood ? repeated(paths) : undefined,
  };
}

function missingFrom(paths: DataPaths): readonly string[] {
  try {
    return findMissingData(paths).reasons;
  } catch (error) {
    if (error instanceof JournalCorrupt) return [error.message];
    throw error;
  }
}

function repeated(paths: DataPaths): Repetition | Unrepeatable {
  try {
    return repeatJournal(paths);
  } catch (error) {
    if (error instanceof Fault) return { reason: error.message };
    throw error;
  }
}

function isSame(repetition: Repetition | Unrepeatable): boolean {
  return !("reason" in repetition) && repetition.badSnapshots.length === 0;
}

function linesOf(repetition: Repetition | Unrepeatable): string[] {
  if ("reason" in repetition) return [`bad        ${repetition.reason}`];
  const { from, commands, behaviour, confirmations, stateHash, sameSnapshots, badSnapshots, oldSnapshots } = repetition;
  return [
    `repeated   ${commands} commands from position ${from}, now under behaviour ${behaviour}`,
    `digests    ${confirmations} confirmed`,
    `snapshots  ${sameSnapshots.length} confirmed`,
    `state      ${stateHash}`,
    ...oldSnapshots.map((at) => `old        the snapshot at position ${at}: its format is no longer supported`),
    ...badSnapshots.map(({ position, reason }) => `bad        the snapshot at position ${position}: ${reason}`),
  ];
}
