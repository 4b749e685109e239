// `evermark verify`: checks the journal of a data directory, record by record and along its hash chain, and on request what
// its commands do, without changing anything. Design 5.

import { existsSync } from "node:fs";
import { Fault } from "@evermark/engine/fault.ts";
import { lockDirectory, type Verification, verifyJournal } from "@evermark/journal";
import { dataPaths } from "@evermark/venue/data-directory.ts";
import { type Repetition, repeatJournal } from "@evermark/venue/repetition.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";

export function addVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("check every record and the whole hash chain of a stopped venue's journal")
    .option("--replay", "repeat every command too, and hold digests and snapshots against what comes of it")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

function run(values: FlagValues): void {
  const { dataDirectory } = configurationFrom(values);
  const { verification, repetition } = verified(dataDirectory, values.replay === true);
  const { bad, records, firstPosition, lastPosition, hash } = verification;
  const lines = [
    `records    ${records} (positions ${firstPosition} to ${lastPosition})`,
    `hash       ${hash}`,
    bad === undefined
      ? "verified: every record is what was written"
      : `bad        ${bad.segment}, byte ${bad.byte}: ${bad.reason}`,
    ...(repetition === undefined ? [] : toldOf(repetition)),
  ];
  const data = repetition === undefined ? verification : { ...verification, repetition };
  print({ data, lines }, values.json === true);
  if (bad !== undefined || (repetition !== undefined && !isGood(repetition))) process.exitCode = 1;
}

function toldOf(repetition: Repetition | Unrepeatable): string[] {
  if ("reason" in repetition) return [`bad        ${repetition.reason}`];
  const { from, commands, behaviour, confirmations, stateHash, sameSnapshots, otherSnapshots } = repetition;
  return [
    `repeated   ${commands} commands from position ${from}, now under behaviour ${behaviour}`,
    `digests    ${confirmations} confirmed`,
    `snapshots  ${sameSnapshots.length} confirmed`,
    `state      ${stateHash}`,
    ...otherSnapshots.map(
      (at) => `bad        the snapshot at position ${at} is not what the commands before it lead to`,
    ),
  ];
}

function isGood(repetition: Repetition | Unrepeatable): boolean {
  return !("reason" in repetition) && repetition.otherSnapshots.length === 0;
}

/** Why the commands can't be repeated. */
interface Unrepeatable {
  readonly reason: string;
}

function repeated(dataDirectory: string): Repetition | Unrepeatable {
  try {
    return repeatJournal(dataPaths(dataDirectory));
  } catch (error) {
    if (error instanceof Fault) return { reason: error.message };
    throw error;
  }
}

/** @throws {CommandMistake} for a directory that does not exist: taking its lock would make it */
function verified(
  dataDirectory: string,
  replays: boolean,
): { verification: Verification; repetition: Repetition | Unrepeatable | undefined } {
  if (!existsSync(dataDirectory)) {
    throw new CommandMistake(`data: ${dataDirectory} does not exist; expected the data directory of a venue`);
  }
  // A venue that writes would make the end of the journal look unfinished.
  const lock = lockDirectory(dataDirectory);
  try {
    const verification = verifyJournal(dataPaths(dataDirectory).journal);
    const isRepeated = replays && verification.bad === undefined;
    return { verification, repetition: isRepeated ? repeated(dataDirectory) : undefined };
  } finally {
    lock.release();
  }
}
