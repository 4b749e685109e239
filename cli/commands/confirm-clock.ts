// `evermark confirm-clock`: confirms to a running venue that its machine's clock, which the venue doubts, is right. The
// venue is reached through its data directory, which only its operator may write to.

import { dataPaths } from "@evermark/core";
import {
  confirmClock,
  findClockDoubt,
  withdrawConfirmation,
} from "@evermark/venue/operation/time/clock-confirmation.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";

/** A venue looks for the confirmation every second. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 100;

export function addConfirmClock(program: Command): void {
  const command = program
    .command("confirm-clock")
    .description("confirm to a running venue that its machine's clock, which it doubts, is right; trading then resumes")
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(values: FlagValues): Promise<void> {
  const { dataDirectory } = configurationFrom(values);
  const paths = dataPaths(dataDirectory);
  const doubt = findClockDoubt(paths);
  if (doubt === undefined) {
    throw new CommandMistake(
      `data: no venue in ${dataDirectory} doubts its machine's clock; there is nothing to confirm`,
    );
  }
  confirmClock(paths, Date.now());
  const end = performance.now() + PATIENCE_MS;
  while (findClockDoubt(paths) !== undefined) {
    if (performance.now() > end) {
      withdrawConfirmation(paths);
      throw new CommandMistake(`data: no venue picked up the answer in ${dataDirectory}; is the venue running?`);
    }
    await Bun.sleep(LOOK_MS);
  }
  const lines = [
    `machine's clock   ${shown(doubt.machineTime)} when it was doubted`,
    `venue time        ${shown(doubt.venueTime)} then`,
    "confirmed: the venue follows the machine's clock, and trading resumes",
  ];
  print({ data: doubt, lines }, values.json === true);
}

function shown(at: number): string {
  return new Date(at).toISOString();
}
