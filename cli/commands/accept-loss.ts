// `evermark accept-loss`: shows what is missing from a stopped venue's data directory, and on request makes the
// directory one that starts without it.

import { dataPaths } from "@evermark/core";
import { acceptLoss, findMissingData, type MissingData } from "@evermark/venue/operation/acts/missing-data.ts";
import type { Command } from "commander";
import { addConfigurationOptions, configurationFrom, type FlagValues } from "../configuration-options.ts";
import { CommandMistake } from "../explain.ts";
import { print } from "../report.ts";
import { withStoppedVenue } from "../stopped-venue.ts";

export function addAcceptLoss(program: Command): void {
  const command = program
    .command("accept-loss")
    .description(
      "let a stopped venue continue without acknowledged commands that are missing; shows which, and asks for confirmation",
    )
    .option(
      "--at <position>",
      "the position of the last command that is present, as shown without this option; accepts the loss",
    )
    .option("--json", "print JSON");
  addConfigurationOptions(command).action(run);
}

async function run(values: FlagValues): Promise<void> {
  const { dataDirectory } = configurationFrom(values);
  const paths = dataPaths(dataDirectory);
  await withStoppedVenue(dataDirectory, async () => {
    const loss = findMissingData(paths);
    const isWanted = values.at !== undefined && loss.reasons.length > 0;
    if (values.at !== undefined && values.at !== String(loss.lastPosition)) {
      throw new CommandMistake(`at: ${values.at}; expected ${loss.lastPosition}, where the journal ends`);
    }
    const aside = isWanted ? await acceptLoss(paths) : [];
    const lines = isWanted ? linesOfDone(loss, aside) : linesOfFound(loss);
    print({ data: { ...loss, accepted: isWanted, setAside: aside }, lines }, values.json === true);
    if (loss.reasons.length > 0 && !isWanted) process.exitCode = 1;
  });
}

function linesOfFound({ reasons, toSetAside, lastPosition }: MissingData): string[] {
  if (reasons.length === 0) return [`nothing is missing: the journal ends at position ${lastPosition}`];
  return [
    ...reasons.map((reason) => `missing    ${reason}`),
    ...toSetAside.map((file) => `set aside  ${file} would be renamed`),
    `Nothing was changed. To continue from position ${lastPosition}: evermark accept-loss --at ${lastPosition}`,
  ];
}

function linesOfDone({ lastPosition }: MissingData, aside: readonly string[]): string[] {
  return [
    ...aside.map((file) => `set aside  ${file}`),
    lastPosition === 0
      ? "the directory is now that of a new venue"
      : `the venue continues after position ${lastPosition}, without the missing commands`,
  ];
}
