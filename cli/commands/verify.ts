// `evermark verify`: checks the journal of a data directory, record by record and along its hash chain, without changing
// anything. Design 5.

import { existsSync } from "node:fs";
import { lockDirectory, type Verification, verifyJournal } from "@evermark/journal";
import { dataPaths } from "@evermark/venue/data-directory.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";

export function addVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("check every record and the whole hash chain of a stopped venue's journal")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

function run(values: FlagValues): void {
  const { dataDirectory } = configurationFrom(values);
  const verification = verified(dataDirectory);
  const { bad, records, firstPosition, lastPosition, hash } = verification;
  const lines = [
    `records    ${records} (positions ${firstPosition} to ${lastPosition})`,
    `hash       ${hash}`,
    bad === undefined
      ? "verified: every record is what was written"
      : `bad        ${bad.segment}, byte ${bad.byte}: ${bad.reason}`,
  ];
  print({ data: verification, lines }, values.json === true);
  if (bad !== undefined) process.exitCode = 1;
}

/** @throws {CommandMistake} for a directory that does not exist: taking its lock would make it */
function verified(dataDirectory: string): Verification {
  if (!existsSync(dataDirectory)) {
    throw new CommandMistake(`data: ${dataDirectory} does not exist; expected the data directory of a venue`);
  }
  // A venue that writes would make the end of the journal look unfinished.
  const lock = lockDirectory(dataDirectory);
  try {
    return verifyJournal(dataPaths(dataDirectory).journal);
  } finally {
    lock.release();
  }
}
